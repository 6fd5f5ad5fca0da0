(* The verifier of SPEC.md, section 7.3, as a program on numbers and lists.

   A proof is its elements c, ĉ, t, t̂ and its scalars s, ŝ, s', in the order of the text. E is a
   group's elements, with its operations.

   run_verify: in a group of order q, the program accepts exactly what verify accepts, about which
   the other files prove. *)
From Coq Require Import NArith.
From mathcomp Require Import all_ssreflect all_algebra.
From SquareDeal Require Import shuffle.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.

Section Program.
Variables (E : eqType) (one : E) (mul : E -> E -> E) (inv : E -> E).
Notation "a * b" := (mul a b) : group_scope.
Notation "a / b" := (mul a (inv b)) : group_scope.
Definition pow (a : E) (k : N) : E := N.iter k (mul a) one.
Notation "a ^ k" := (pow a k) : group_scope.
Delimit Scope group_scope with group.

Variables (n : nat) (G H0 K : E) (h X Y : seq E).
Variables (u : seq N) (x : N) (elements : seq E) (scalars : seq N).

Definition product (f : nat -> E) : E := foldr (fun i p => f i * p)%group one (iota 0 n).
Definition H_ i := nth one h i.
Definition X_ i := nth one X i.
Definition Y_ i := nth one Y i.
Definition u_ i := nth 0%num u i.
Definition product_u : N := foldr (fun i p => N.mul (u_ i) p) 1%num (iota 0 n).

Definition c_ i := nth one elements i.
Definition chat_ i := nth one elements (n + i).
Definition t_ k := nth one elements (n + n + k).
Definition that_ i := nth one elements (n + n + 5 + i).
Definition s_ k := nth 0%num scalars k.
Definition shat_ i := nth 0%num scalars (4 + i).
Definition sprime_ i := nth 0%num scalars (4 + n + i).
Definition chain_ k := if k is k'.+1 then chat_ k' else H0.
Definition Xtilde_ := product (fun i => X_ i ^ u_ i)%group.

Definition equations : bool :=
  [&& (G ^ s_ 0 == t_ 0 * (product c_ / product H_) ^ x)%group,
      (G ^ s_ 1 == t_ 1 * (chain_ n / H0 ^ product_u) ^ x)%group,
      (G ^ s_ 2 * product (fun i => H_ i ^ sprime_ i) == t_ 2 * product (fun i => c_ i ^ u_ i) ^ x)%group,
      (product (fun i => Y_ i ^ sprime_ i) == t_ 3 * Xtilde_ ^ s_ 3)%group,
      (G ^ s_ 3 == t_ 4 * K ^ x)%group &
      all (fun i => G ^ shat_ i * chain_ i ^ sprime_ i == that_ i * chat_ i ^ x)%group (iota 0 n)].
Definition run : bool :=
  [&& all (fun i => all (fun j => Y_ j != X_ i) (iota 0 n)) (iota 0 n), x != 0%num & equations].

(* The group: log is an isomorphism to V. *)
Local Open Scope ring_scope.
Variables (F : finFieldType) (V : lmodType F) (log : E -> V).
Hypothesis log_inj : injective log.
Hypothesis log_mul : forall a b, log (mul a b) = log a + log b.
Hypothesis log_one : log one = 0.
Hypothesis log_inv : forall a, log (inv a) = - log a.

Definition number (k : N) : F := (N.to_nat k)%:R.
Hypothesis challenge_small : (x != 0%num) = (number x != 0).

Definition model_middle : middle V n :=
  ([ffun i : 'I_n => log (chat_ i)],
   (log (t_ 0), log (t_ 1), log (t_ 2), log (t_ 3), log (t_ 4)),
   [ffun i : 'I_n => log (that_ i)]).
Definition model_response : response F n :=
  ((number (s_ 0), number (s_ 1), number (s_ 2), number (s_ 3)),
   [ffun i : 'I_n => number (shat_ i)], \row_(i < n) number (sprime_ i)).

Lemma log_pow a k : log (pow a k) = number k *: log a.
Proof.
rewrite /pow /number; elim/N.peano_ind: k => [|k IH]; first by rewrite /= log_one scale0r.
by rewrite N.iter_succ log_mul IH Nnat.N2Nat.inj_succ mulrS scalerDl scale1r.
Qed.

Lemma log_product f : log (product f) = \sum_(i < n) log (f i).
Proof.
rewrite -(big_mkord xpredT (fun i => log (f i))) /product /index_iota subn0.
elim: (iota 0 n) => [|i l IH] /=; first by rewrite big_nil log_one.
by rewrite big_cons log_mul IH.
Qed.

Lemma number_product_u : number product_u = \prod_(i < n) number (u_ i).
Proof.
rewrite -(big_mkord xpredT (fun i => number (u_ i))) /product_u /index_iota subn0.
elim: (iota 0 n) => [|i l IH] /=; first by rewrite big_nil.
by rewrite big_cons -IH /number Nnat.N2Nat.inj_mul -natrM.
Qed.

Lemma all_below (P : nat -> bool) : all P (iota 0 n) = [forall i : 'I_n, P i].
Proof.
apply/allP/forallP => [ok i|ok i]; first by apply: ok; rewrite mem_iota /=.
by rewrite mem_iota => /= i_n; apply: (ok (Ordinal i_n)).
Qed.

Lemma log_chain_ k : (k <= n)%N -> log (chain_ k) = chain (log H0) model_middle k.
Proof.
by case: k => // k kn; rewrite /chain /= -[k]/(val (Ordinal kn)) itemE ffunE.
Qed.

Lemma same_log a b : (a == b) = (log a == log b).
Proof. by rewrite (inj_eq log_inj). Qed.

Theorem run_verify : run =
  verify (log G) (log H0) (log K) (fun i => log (H_ i)) (fun i => log (X_ i))
    (fun i => log (Y_ i)) (fun i => log (c_ i)) (\row_(i < n) number (u_ i)) model_middle
    (number x) model_response.
Proof.
have sum (f : nat -> E) (k : nat -> N) (v : 'rV[F]_n) : (forall i : 'I_n, v 0 i = number (k i)) ->
    log (product (fun i => pow (f i) (k i))) = \sum_(i < n) v 0 i *: log (f i).
  by move=> vk; rewrite log_product; apply: eq_bigr => i _; rewrite log_pow vk.
have u_row (i : 'I_n) : (\row_(i < n) number (u_ i)) 0 i = number (u_ i) by rewrite mxE.
have s_row (i : 'I_n) : (\row_(i < n) number (sprime_ i)) 0 i = number (sprime_ i) by rewrite mxE.
rewrite /run /equations /verify challenge_small; congr [&& _, _, _, _, _, _, _ & _].
- rewrite all_below; apply: eq_forallb => i; rewrite all_below; apply: eq_forallb => j.
  by rewrite same_log.
- by rewrite same_log !(log_mul, log_pow, log_inv) !log_product.
- rewrite same_log !(log_mul, log_pow, log_inv) number_product_u log_chain_ //.
  by rewrite /equation2 (eq_bigr _ (fun i _ => u_row i)).
- by rewrite same_log !(log_mul, log_pow) (sum _ _ _ s_row) (sum _ _ _ u_row).
- by rewrite same_log !(log_mul, log_pow) (sum _ _ _ s_row) (sum _ _ _ u_row).
- by rewrite same_log !(log_mul, log_pow).
rewrite all_below; apply: eq_forallb => i; rewrite same_log !(log_mul, log_pow) log_chain_ //.
  by rewrite /equation6 !ffunE mxE.
exact: ltnW.
Qed.
End Program.
