(* The premises of the theorems in main.v can be met, so they aren't true for want of a case: here
   they are, for F_q itself as the group, all elements G other than 1, H_0 and h_i, and provers of
   any kind. What remains as a premise is the number of cards and of evaluations.

   - group_exists: there are groups as long as they have to be.
   - interactive_applies, hashed_shuffle_applies, hashed_decryption_applies. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From SquareDeal Require Import group decryption_forgery shuffle_forgery main.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Lemma group_exists : exists2 q, prime q & (2 ^ 128 <= q)%N.
Proof. by have [q /ltnW long q_prime] := prime_above (2 ^ 128)%N; exists q. Qed.

(* Products of n + 2 elements g, as a prover gives them, in which these are symbols. *)
Section Symbols.
Variables (F : fieldType) (V : lmodType F) (n : nat) (g : nat -> V).

Definition ev (z : 'rV[F]_n.+2) : V := \sum_i z 0 i *: g i.
Lemma ev_linear : linear ev.
Proof.
move=> a y z; rewrite /ev scaler_sumr -big_split; apply: eq_bigr => i _.
by rewrite !mxE scalerDl scalerA.
Qed.
Canonical ev_is_linear := Linear ev_linear.

Definition symbol (k : nat) : 'rV[F]_n.+2 := \row_i (val i == k)%:R.
Lemma ev_symbol k : (k < n.+2)%N -> ev (symbol k) = g k.
Proof.
move=> kn; rewrite /ev (bigD1 (Ordinal kn)) //= mxE eqxx scale1r big1 ?addr0 // => i ik.
by rewrite mxE (negbTE (ik : val i != k)) scale0r.
Qed.

Lemma symbols_free a b (d : 'rV[F]_n) :
  a *: symbol 0 + b *: symbol 1 + \sum_(j < n) d 0 j *: symbol j.+2 = 0 -> b = 0 /\ d = 0.
Proof.
move/rowP=> zero; split.
  have := zero (@Ordinal n.+2 1 isT); rewrite !mxE mulr0 add0r mulr1 summxE big1 ?addr0 //.
  by move=> j _; rewrite !mxE mulr0.
apply/rowP => j; have jn : (j.+2 < n.+2)%N := ltn_ord j.
have := zero (Ordinal jn); rewrite !mxE !mulr0 !add0r summxE (bigD1 j) //= !mxE eqxx mulr1.
rewrite big1 ?addr0 // => i ij; rewrite !mxE /= !eqSS eq_sym.
by rewrite (negbTE (ij : val i != val j)) mulr0.
Qed.
End Symbols.

Section Premises.
Variables (q : nat) (q_prime : prime q) (q_long : (2 ^ 128 <= q)%N) (n : nat).
Notation numbers := [zmodType of 'F_q].
Lemma order_q (z : numbers) : z *+ q = 0.
Proof. exact: mulrn_char (char_Fp q_prime) z. Qed.
Notation V := (group_lmod q_prime order_q).

Variables (g : nat -> V) (G0 : g 0 != 0) (Context : finType).

Definition interactive_applies H0 K h X Y c P2 P3 short cards :=
  @interactive q q_prime _ _ order_q q_long n (g 0) H0 K h X Y c P2 P3 short cards G0.

Notation Digest := [finType of 'I_(2 ^ 128 * 2 ^ 128)].
Notation vector := {ffun 'I_n -> 'F_q}.

(* What is hashed, as it is. *)
Notation Shuffle := [finType of (Context * 'F_q * vector * vector * vector)
  + Digest * (vector * ('F_q * 'F_q * 'F_q * 'F_q * 'F_q) * vector)].
Notation Decryption := [finType of (Context * 'F_q * vector * vector) + Digest * ('F_q * 'F_q)].

Definition hashed_shuffle_applies t p cards :=
  @hashed_shuffle q q_prime _ _ order_q q_long _ (ev_is_linear n g) n
    (@symbol _ n 0) (@symbol _ n 1) (fun j => @symbol _ n j.+2) Digest Shuffle Context
    (@ev_request _ _ _ (ev_is_linear n g) n Digest Context) t p (fun _ _ => id) (@symbols_free _ n) cards
    (etrans (congr1 (fun z => z != 0) (ev_symbol g (ltn0Sn n.+1))) G0) (card_ord _).

Lemma log_GP (v : V) : v = ((v : 'F_q) / (g 0 : 'F_q)) *: g 0.
Proof. by rewrite /GRing.scale /= /power -mulr_natl natr_Zp divfK. Qed.

Definition hashed_decryption_applies t p :=
  @hashed_decryption q q_prime _ _ order_q q_long n (g 0) _ Digest Decryption Context id t p
    G0 log_GP (@inj_id _) (card_ord _).
End Premises.
