(* Groups of prime order q as vector spaces.

   An abelian group, which mathcomp writes additively, in which q.z = 0 for all z, is a vector
   space over F_q, and a *: z is what SPEC.md writes z^a. So what the other files prove about
   vector spaces holds for the groups of section 3. Numbers of 128 bits are as many elements
   of F_q, if q isn't smaller. *)
From mathcomp Require Import all_ssreflect all_algebra.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section PrimeGroup.
Variables (q : nat) (q_prime : prime q) (T : Type) (abelian : GRing.Zmodule.class_of T).
Let Z : zmodType := GRing.Zmodule.Pack abelian.
Hypothesis order_q : forall z : Z, z *+ q = 0.

Definition power (a : 'F_q) (z : Z) : Z := z *+ (a : nat).

Lemma mulrn_mod (z : Z) m : z *+ (m %% q) = z *+ m.
Proof. by rewrite [in RHS](divn_eq m q) mulrnDr mulnC mulrnA order_q mul0rn add0r. Qed.

Lemma val_mul (a b : 'F_q) : (a * b)%R = (((a : nat) * b) %% q)%N :> nat.
Proof. by rewrite /=; congr (_ %% _)%N; exact: Fp_cast. Qed.

Lemma val_add (a b : 'F_q) : (a + b)%R = (((a : nat) + b) %% q)%N :> nat.
Proof. by rewrite /=; congr (_ %% _)%N; exact: Fp_cast. Qed.


Lemma powerA a b (z : Z) : power a (power b z) = power (a * b) z.
Proof. by rewrite /power val_mul mulrn_mod mulnC mulrnA. Qed.
Lemma power1 : left_id 1 power.
Proof. by move=> z; rewrite /power /= modn_small ?mulr1n. Qed.
Lemma powerDr : right_distributive power +%R.
Proof. by move=> a z y; rewrite /power mulrnDl. Qed.
Lemma powerDl (z : Z) : {morph power^~ z : a b / a + b}.
Proof. by move=> a b; rewrite /power val_add mulrn_mod mulrnDr. Qed.

Definition group_lmod : lmodType 'F_q :=
  GRing.Lmodule.Pack (Phant 'F_q) (GRing.Lmodule.Class
    (@GRing.Lmodule.Mixin [ringType of 'F_q] Z power powerA power1 powerDr powerDl)).

(* An exponent is any integer: what counts is its rest mod q. *)
Lemma power_nat (m : nat) (z : group_lmod) : (m%:R : 'F_q) *: z = (z : Z) *+ m.
Proof. by rewrite /GRing.scale /= /power val_Fp_nat // mulrn_mod. Qed.

(* The numbers below b, for b <= q. *)
Definition below (b : nat) : {set 'F_q} := [set a : 'F_q | (a < b)%N].
Lemma card_below b : (b <= q)%N -> #|below b| = b.
Proof.
move=> bq; have inj : {in predT &, injective (fun i : 'I_b => (i%:R : 'F_q))}.
  move=> i j _ _ /(congr1 val); rewrite /= !val_Fp_nat // !modn_small; last 2 first.
  - exact: leq_trans (ltn_ord j) bq.
  - exact: leq_trans (ltn_ord i) bq.
  by move/val_inj.
rewrite -[RHS]card_ord -(card_in_imset inj); apply: eq_card => a; rewrite inE.
apply/idP/imsetP => [ab|[i _ ->]]; last first.
  by rewrite val_Fp_nat // modn_small // (leq_trans (ltn_ord i)).
by exists (Ordinal ab) => //; rewrite /= natr_Zp.
Qed.
End PrimeGroup.
