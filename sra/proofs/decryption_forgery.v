(* Forging a proof of a decryption with hashes, SPEC.md, section 7.2.

   decryption_forgery: who evaluates the hash T times has a valid proof of a false decryption
   with a probability of at most (T + 2).(1/|S| + (T + 2)/|Digest|). Nothing is assumed but that
   the hash is a random function. *)
From mathcomp Require Import all_ssreflect all_algebra.
From SquareDeal Require Import counting decryption oracle fiat_shamir.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

(* Weights and challenges are the hash's answers: they are in S. *)
Notation weights_in S n := (sig_finType (fun u => u \in cube S n)).
Notation challenges_in S := (sig_finType (fun x => x \in S)).

Lemma card_of_subset (T : finType) (A : {set T}) (P : pred T) :
  #|[set w : {u | u \in A} | P (val w)]| = #|[set u in A | P u]|.
Proof.
rewrite -(card_imset _ val_inj); apply: eq_card => u; rewrite inE.
apply/imsetP/andP => [[w Pw ->]|[uA Pu]]; first by rewrite inE in Pw; split; first exact: valP.
by exists (exist _ u uA) => //; rewrite inE.
Qed.

Section Decryption.
Variables (F : finFieldType) (V : lmodType F) (n : nat) (G : V) (log_G : V -> F).
Hypotheses (G0 : G != 0) (log_GP : forall v, v = log_G v *: G).
Variables (S : {set F}) (Digest Point : finType) (Context : eqType).

Notation deck := {ffun 'I_n -> V}.
Notation First := [eqType of Context * V * deck * deck].
Notation Second := [eqType of V * V].
Variable point : First + Digest * Second -> Point.
Hypothesis point_inj : injective point.

Let key (f : First) := f.1.1.2.
Let decks (f : First) : deck * deck := (f.1.2, f.2).
Definition decryption_false (f : First) :=
  ~~ [forall i, (decks f).1 i == log_G (key f) *: (decks f).2 i].
Definition decryption_valid (f : First) (u : weights_in S n) (t : Second) (x : challenges_in S)
    (s : F) : bool :=
  decryption_accepts G (key f) (decks f).1 (decks f).2 (val u) t (val x) s.
Definition decryption_forged := forged point decryption_false decryption_valid.

Theorem decryption_forgery T p : asks_at_most T p ->
  (#|[set H | decryption_forged H p]| * (#|S| * #|Digest|)
    <= T.+2 * (#|Digest| + T.+2 * #|S|) * #|{ffun Point -> Digest * weights_in S n * challenges_in S}|)%N.
Proof.
move=> asks.
pose hide (f : First) : {set weights_in S n} :=
  [set u | val u \in hiding (decks f).1 (decks f).2 (log_G (key f)) S].
pose can f u t x := [exists s, decryption_valid f u t x s].
have accepts_can f u t x s : decryption_valid f u t x s -> can f u t x.
  by move=> ok; apply/existsP; exists s.
have few_hide f : decryption_false f -> (#|hide f| * #|S| <= 1 * #|{: weights_in S n}|)%N.
  move=> false; rewrite mul1n card_sig card_cube.
  have [[e [Ke CD]]|few] := few_hiding (decks f).1 (decks f).2 S (log_GP (key f)).
    case/negP: false; apply/forallP => i; rewrite CD; apply/eqP; congr (_ *: _).
    apply/eqP; rewrite -subr_eq0; have : (e - log_G (key f)) *: G == 0.
      by rewrite scalerBl -Ke -log_GP subrr.
    by rewrite scaler_eq0 (negbTE G0) orbF.
  apply: leq_trans few; rewrite leq_mul2r card_of_subset subset_leq_card ?orbT //.
  by apply/subsetP => u; rewrite inE => /andP[].
have few_can f u t : decryption_false f -> u \notin hide f ->
    (#|[set x | can f u t x]| * #|S| <= 1 * #|{: challenges_in S}|)%N.
  move=> _; rewrite inE => visible; rewrite mul1n card_sig -[X in (_ <= X)%N]mul1n leq_mul2r; apply/orP; right.
  rewrite (eq_card (B := [set x in setT | can f u t x])); last by move=> x; rewrite !inE.
  apply: card_at_most_one => x x' _ _ /existsP[s ok] /existsP[s' ok']; apply: val_inj.
  exact: (one_challenge (log_GP (key f)) G0 (valP u) visible ok ok').
have := no_forgery point accepts_can few_hide few_can asks; rewrite mul1n; apply: leq_trans.
rewrite leq_mul2r subset_leq_card ?orbT //; apply/subsetP => H; rewrite !inE => ok.
apply/andP; split=> //; apply/hasPn => r _; apply/hasPn => r' _; rewrite negb_and negbK.
by case: eqP => //= /point_inj ->.
Qed.
End Decryption.
