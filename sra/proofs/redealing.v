(* New cards are shuffled by all seats while some cards are kept: theorem 8.1 (d) of PROOFS.md.

   In its turn, seat i shuffles the new cards with its whole new key K' i, and raises kept cards,
   which have its old key K i already, to the new exponent alone, that of E i. What is assumed of a
   turn is what its proofs show.

   redealing: whatever the seats did, each kept card has one twin among the new cards, which is what
   equals it; and when twins are void, each card is at one position. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From SquareDeal Require Import shuffle.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section Redealing.
Variables (F : finFieldType) (V : lmodType F) (m n r : nat).
Variables (G : V) (B : 'I_n -> V) (card : 'I_r -> 'I_n).
Hypotheses (G0 : G != 0) (B_inj : injective B) (card_inj : injective card).

(* The old exponents. Before the first turn, a kept card has all of them, by 8.1 (a). *)
Variables (k : nat -> F) (K E K' : nat -> V).
Variables (new : nat -> 'I_n -> V) (kept : nat -> 'I_r -> V).
Hypothesis K_k : forall i, (i < m)%N -> K i = k i *: G.
Hypothesis new_0 : forall j, new 0 j = B j.
Hypothesis kept_0 : forall p, kept 0 p = (\prod_(0 <= i < m) k i) *: B (card p).

(* Turn i: one exponent leads from G, the old key and the kept cards to what the seat sends. *)
Definition raised i := exists e : F,
  [/\ E i = e *: G, K' i = e *: K i & forall p, kept i.+1 p = e *: kept i p].
Hypothesis turn_raised : forall i, (i < m)%N -> raised i.
Hypothesis turn_shuffled : forall i, (i < m)%N -> shuffled G (K' i) (new i) (new i.+1).
Hypothesis K'_0 : forall i, (i < m)%N -> K' i != 0.

Lemma after i : (i <= m)%N -> exists (a : F) (pi : {perm 'I_n}),
  [/\ a != 0, forall j, new i j = a *: B (pi j)
    & forall p, kept i p = (a * \prod_(i <= l < m) k l) *: B (card p)].
Proof.
elim: i => [_|i IH im].
  exists 1, 1%g; split=> [|j|p]; first exact: oner_neq0.
    by rewrite scale1r perm1.
  by rewrite mul1r kept_0.
have [a [pi [a0 new_i kept_i]]] := IH (ltnW im).
have [e [_ K'_e kept_e]] := turn_raised im.
have [sigma [f [K'_f new_f]]] := turn_shuffled im.
have fE : f = e * k i.
  apply/eqP; rewrite -subr_eq0; have : (f - e * k i) *: G == 0.
    by rewrite scalerBl -K'_f K'_e K_k // scalerA subrr.
  by rewrite scaler_eq0 (negbTE G0) orbF.
have f0 : f != 0 by apply: contraNneq (K'_0 im) => f0; rewrite K'_f f0 scale0r.
exists (f * a), (sigma * pi)%g; split=> [|j|p]; first by rewrite mulf_neq0.
  by rewrite new_f new_i scalerA permM.
rewrite kept_e kept_i scalerA big_ltn // fE; congr (_ *: _).
by rewrite !mulrA [e * a * _]mulrAC.
Qed.

Definition twin p j := kept m p == new m j.

Theorem redealing : exists pi : {perm 'I_n},
  [/\ forall p j, twin p j = (card p == pi j),
      forall p, #|[set j | twin p j]| = 1%N
    & forall x : 'I_n,
        (#|[set p | card p == x]| + #|[set j | (pi j == x) && ~~ [exists p, twin p j]]|)%N = 1%N].
Proof.
have [a [pi [a0 new_m kept_m]]] := after (leqnn m).
have twinE p j : twin p j = (card p == pi j).
  rewrite /twin new_m kept_m big_geq // mulr1.
  by rewrite (inj_eq (scalerI a0)) (inj_eq B_inj).
have one x : [set j | pi j == x] = [set (pi^-1)%g x].
  by apply/setP => j; rewrite !inE; apply/eqP/eqP => [<-|->]; rewrite ?permK ?permKV.
exists pi; split=> // [p|x].
  rewrite (_ : [set j | _] = [set (pi^-1)%g (card p)]) ?cards1 // -one.
  by apply/setP => j; rewrite !inE twinE eq_sym.
have [/existsP[p /eqP px]|none] := boolP [exists p, card p == x].
  rewrite (_ : [set p | _] = [set p]) ?cards1; last first.
    by apply/setP => p'; rewrite !inE -px (inj_eq card_inj).
  rewrite (_ : [set j | _] = set0) ?cards0 //; apply/setP => j; rewrite !inE.
  apply/negbTE; rewrite negb_and negbK orbC; case: eqP => [jx|]; rewrite ?orbT //.
  by rewrite orbF; apply/existsP; exists p; rewrite twinE px jx.
rewrite (_ : [set p | _] = set0) ?cards0; last first.
  by apply/setP => p; rewrite !inE; apply/negbTE; apply: contra none => px; apply/existsP; exists p.
rewrite (_ : [set j | _] = [set (pi^-1)%g x]) ?cards1 // -one.
apply/setP => j; rewrite !inE; case: eqP => //= jx.
apply: contra none => /existsP[p]; rewrite twinE jx => px; by apply/existsP; exists p.
Qed.
End Redealing.
