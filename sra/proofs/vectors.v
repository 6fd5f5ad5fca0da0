(* The program of verifier.v, run on a proof for three cards in the group of the safe prime
   227 = 2.113 + 1, made as SPEC.md, section 3.2, makes those of large ones. Another program made
   the proof by steps 1 to 6 of section 7.3, for weights and a challenge that were chosen.

   - accepted: the program accepts it.
   - altered_refused, decks_refused: it refuses whatever differs in one place, and other decks.
   - zero_refused, kept_refused: the same where all equations hold, for a challenge of 0 and a false
     statement, and for the key 1, with which Y has the cards of X.
   - accepts_verify: what was run is the relation that the other files prove about. *)
From Coq Require Import NArith.
From mathcomp Require Import all_ssreflect all_algebra.
From SquareDeal Require Import shuffle verifier.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Definition mulN (a b : N) : N := let r := N.modulo (N.mul a b) 227 in N.min r (N.sub 227 r).
(* All elements, as the powers of G = 4. *)
Definition table : seq N :=
  Eval vm_compute in [seq N.iter (N.of_nat i) (mulN 4) 1%num | i <- iota 0 113].

Lemma product_in_table : all (fun a => all (fun b => mulN a b \in table) table) table.
Proof. by vm_compute. Qed.

Lemma index_of_product : all (fun a => all (fun b =>
  index (mulN a b) table == ((index a table + index b table) %% 113)%N) table) table.
Proof. by vm_compute. Qed.

Definition element := {a : N | a \in table}.
Lemma mul_proof (a b : element) : mulN (val a) (val b) \in table.
Proof. exact: (allP (allP product_in_table _ (valP a)) _ (valP b)). Qed.
Definition mul (a b : element) : element := exist (fun a => a \in table) _ (mul_proof a b).
Lemma one_proof : 1%num \in table.
Proof. by vm_compute. Qed.
Definition one : element := exist (fun a => a \in table) _ one_proof.
Definition inv (a : element) : element := pow one mul a 112.

Definition log (a : element) : 'F_113 := (index (val a) table)%:R.

Lemma log_mul a b : log (mul a b) = log a + log b.
Proof.
have /eqP index_ab := allP (allP index_of_product _ (valP a)) _ (valP b).
by rewrite /log -[val (mul a b)]/(mulN (val a) (val b)) index_ab Fp_nat_mod // natrD.
Qed.

Lemma log_inj : injective log.
Proof.
move=> a b /(congr1 (@nat_of_ord _)); rewrite /log !val_Fp_nat // !modn_small.
- move=> same; apply: val_inj.
  by rewrite -(nth_index 0%num (valP a)) same nth_index // (valP b).
- by have := valP b; rewrite -index_mem.
by have := valP a; rewrite -index_mem.
Qed.

Lemma log_inv a : log (inv a) = - log a.
Proof.
have multiple k : log (pow one mul a k) = (N.to_nat k)%:R * log a.
  rewrite /pow; elim/N.peano_ind: k => [|k IH]; first by rewrite /= mul0r.
  by rewrite N.iter_succ log_mul IH Nnat.N2Nat.inj_succ mulrS mulrDl mul1r.
apply/eqP; rewrite /inv multiple -addr_eq0 -[X in _ + X]mul1r -mulrDl.
by rewrite (_ : _ + 1 = 0) ?mul0r //; apply: val_inj.
Qed.

(* What insubd does, without its opaque proof, which vm_compute would be stuck at. *)
Definition element_of (a : N) : element :=
  if Bool.bool_dec (a \in table) true is left a_in then exist (fun a => a \in table) _ a_in
  else one.
Definition elements_of : seq N -> seq element := map element_of.
Definition G := element_of 4.
Definition H0 := element_of 23.
Definition K := element_of 59.
Definition h := elements_of [:: 30; 58; 84]%num.
Definition X := elements_of [:: 64; 34; 52]%num.
Definition Y := elements_of [:: 111; 56; 18]%num.
Definition u := [:: 84; 7; 10]%num.
Definition x := 31%num.
Definition proof := elements_of [:: 18; 67; 6; 34; 52; 80; 36; 43; 88; 24; 93; 55; 17; 54]%num.
Definition scalars := [:: 47; 64; 28; 104; 37; 110; 76; 27; 59; 0]%num.

Definition accepts Y proof scalars := run one mul inv 3 G H0 K h X Y u x proof scalars.

Example accepted : accepts Y proof scalars.
Proof. by vm_compute. Qed.

(* Any element multiplied by G, and any scalar increased by 1. Each t and each t^ is in one equation
   only, so there is a case in which all equations but this one hold. *)
Definition altered T (change : T -> T) (l : seq T) : seq (seq T) :=
  [seq take i l ++ map change (take 1 (drop i l)) ++ drop i.+1 l | i <- iota 0 (size l)].
Definition next (k : N) : N := N.modulo (N.succ k) 113.

Example altered_refused :
  all (fun p => ~~ accepts Y p scalars) (altered (mul G) proof)
  && all (fun s => ~~ accepts Y proof s) (altered next scalars).
Proof. by vm_compute. Qed.

(* Another order, and a card twice. *)
Example decks_refused :
  ~~ accepts (elements_of [:: 56; 111; 18]%num) proof scalars
  && ~~ accepts (elements_of [:: 111; 111; 18]%num) proof scalars.
Proof. by vm_compute. Qed.

Definition other_than_equations K Y x proof scalars :=
  equations one mul inv 3 G H0 K h X Y u x proof scalars
  && ~~ run one mul inv 3 G H0 K h X Y u x proof scalars.

Example zero_refused :
  other_than_equations K (elements_of [:: 111; 56; 4]%num) 0
    (elements_of [:: 18; 67; 6; 34; 52; 80; 47; 67; 34; 37; 62; 50; 84; 10]%num)
    [:: 109; 8; 82; 99; 21; 38; 96; 36; 112; 94]%num.
Proof. by vm_compute. Qed.

Example kept_refused :
  other_than_equations G (elements_of [:: 52; 64; 34]%num) x
    (elements_of [:: 36; 21; 95; 33; 10; 57; 51; 43; 33; 69; 55; 51; 17; 105]%num)
    [:: 56; 83; 4; 107; 56; 6; 91; 105; 23; 82]%num.
Proof. by vm_compute. Qed.

(* The same logarithms, as elements of a vector space. *)
Notation F := (Fp_finFieldType 113).
Notation V := (GRing.regular_lmodType F).
Definition log_V : element -> V := log.

Theorem accepts_verify Y proof scalars : accepts Y proof scalars =
  verify (log_V G) (log_V H0) (log_V K) (fun i : 'I_3 => log_V (H_ one h i))
    (fun i => log_V (X_ one X i)) (fun i => log_V (Y_ one Y i))
    (fun i => log_V (c_ one proof i)) (\row_i number F (u_ u i))
    (model_middle one 3 proof log_V) (number F x) (model_response 3 scalars F).
Proof.
have injective_V : injective log_V := log_inj.
have mul_V a b : log_V (mul a b) = log_V a + log_V b := log_mul a b.
have one_V : log_V one = 0 by apply: val_inj.
have inv_V a : log_V (inv a) = - log_V a := log_inv a.
have challenge_small : (x != 0%num) = (number F x != 0) by vm_compute.
exact: (run_verify 3 G H0 K h X Y u proof scalars injective_V mul_V one_V inv_V challenge_small).
Qed.
