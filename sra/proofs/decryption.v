(* The proofs of a key and of a decryption, SPEC.md, sections 7.1 and 7.2.

   - key_special_soundness: valid responses to two challenges give the key.
   - decryption_sound: a false statement is accepted for at most 1/|S| of all weights and, for
     the others, at most one challenge. Nothing is assumed of the prover or the group.
   - key_complete, key_zero_knowledge and the same of decryptions: honest proofs are accepted,
     and what a prover sends is distributed like what a simulator makes without the key. *)
From mathcomp Require Import all_ssreflect all_algebra.
From SquareDeal Require Import counting.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

(* Two functions of coins take each value equally often, if one is the other of renamed coins. *)
Lemma equal_distributions (A : finType) (B : eqType) (f g : A -> B) (rename : A -> A) :
  bijective rename -> (forall a, f a = g (rename a)) ->
  forall b, #|[set a | f a == b]| = #|[set a | g a == b]|.
Proof.
move=> bij fg b; rewrite -[RHS](on_card_preimset (f := rename)); last exact: onW_bij.
by apply: eq_card => a; rewrite !inE fg.
Qed.

Section Schnorr.
Variables (F : finFieldType) (V : lmodType F) (G K : V).

Definition key_accepts (t : V) (x s : F) : bool := s *: G == t + x *: K.

Theorem key_special_soundness t x s x' s' :
  x != x' -> key_accepts t x s -> key_accepts t x' s' -> K = ((x - x')^-1 * (s - s')) *: G.
Proof.
rewrite -subr_eq0 => d0 /eqP e /eqP e'.
rewrite -scalerA scalerBl e e' opprD addrACA subrr add0r -scalerBl scalerA mulVf //.
by rewrite scale1r.
Qed.

Variables (e x : F).
Hypothesis K_e : K = e *: G.

Definition key_real w : V * F := (w *: G, w + x * e).
Definition key_simulated s : V * F := (s *: G - x *: K, s).

Theorem key_complete w : key_accepts (key_real w).1 x (key_real w).2.
Proof. by rewrite /key_accepts K_e scalerDl scalerA. Qed.

Theorem key_zero_knowledge transcript :
  #|[set w | key_real w == transcript]| = #|[set s | key_simulated s == transcript]|.
Proof.
apply: (equal_distributions (rename := +%R^~ (x * e))).
  by exists (fun s => s - x * e) => w; rewrite ?addrK ?subrK.
by move=> w; rewrite /key_simulated K_e scalerDl scalerA addrK.
Qed.
End Schnorr.

Section Decryption.
Variables (F : finFieldType) (V : lmodType F) (n : nat).
Variables (G K : V) (C D : 'I_n -> V).
Implicit Types (u : 'rV[F]_n).

Definition decrypted := exists e : F, K = e *: G /\ forall i, C i = e *: D i.

(* weighted u C is C̄, and weighted u D is D̄. *)
Definition weighted u (v : 'I_n -> V) := \sum_i u 0 i *: v i.
Definition decryption_accepts u (t : V * V) (x s : F) : bool :=
  key_accepts G K t.1 x s && (s *: weighted u D == t.2 + x *: weighted u C).

Section Soundness.
Variables (e : F) (S : {set F}).
Hypotheses (K_e : K = e *: G) (G0 : G != 0).

(* The weights that hide which cards are wrong. *)
Definition hiding : {set 'rV[F]_n} :=
  [set u in cube S n | weighted u (fun i => C i - e *: D i) == 0].

Lemma few_hiding : decrypted \/ (#|hiding| * #|S| <= #|S| ^ n)%N.
Proof.
have [all0|/forallPn[i Ci]] := boolP [forall i, C i - e *: D i == 0].
  by left; exists e; split=> // i; have /eqP := forallP all0 i; move/eqP; rewrite subr_eq0 => /eqP.
right; have := @combination F V S n 0 (fun i => C i - e *: D i).
rewrite eqxx (_ : [exists i, _]) /=; last by apply/existsP; exists i.
move/(_ isT); congr (_ * _ <= _)%N; apply: eq_card => u.
by rewrite !inE add0r.
Qed.

Lemma one_challenge u t x s x' s' : u \in cube S n -> u \notin hiding ->
  decryption_accepts u t x s -> decryption_accepts u t x' s' -> x = x'.
Proof.
move=> uS hide /andP[/eqP a1 /eqP a2] /andP[/eqP b1 /eqP b2].
apply/eqP; apply: contraR hide => xx; rewrite inE uS /=.
have se : s - s' = (x - x') * e.
  apply/eqP; rewrite -subr_eq0; have : (s - s' - (x - x') * e) *: G == 0.
    rewrite scalerBl scalerBl a1 b1 opprD addrACA subrr add0r -scalerBl -scalerA -K_e.
    by rewrite subrr.
  by rewrite scaler_eq0 (negbTE G0) orbF.
have : (x - x') *: (weighted u C - e *: weighted u D) == 0.
  rewrite scalerBr scalerA -se [X in _ - X](_ : _ = (x - x') *: weighted u C) ?subrr //.
  by rewrite scalerBl a2 b2 opprD addrACA subrr add0r -scalerBl.
rewrite scaler_eq0 subr_eq0 (negbTE xx) /= => /eqP zero; apply/eqP; rewrite -[RHS]zero.
rewrite /weighted scaler_sumr -sumrB; apply: eq_bigr => i _.
by rewrite scalerBr !scalerA mulrC.
Qed.

(* A prover is t_1 and t_2 for each weights, and a response for each challenge. *)
Variables (Ch : {set F}) (P1 : 'rV[F]_n -> V * V) (P2 : 'rV[F]_n -> F -> F).

Theorem decryption_sound :
  decrypted \/
  ((\sum_(u in cube S n) #|[set x in Ch | decryption_accepts u (P1 u) x (P2 u x)]|) * #|S|
    <= (#|Ch| + #|S|) * #|S| ^ n)%N.
Proof.
have [|few] := few_hiding; [by left | right].
have hidingS : hiding \subset cube S n by apply/subsetP => u; rewrite inE => /andP[].
rewrite -card_cube -[#|Ch|]mul1n; apply: two_rounds hidingS _ _; first by rewrite mul1n card_cube.
move=> u uS visible x y _ _; exact: one_challenge uS visible.
Qed.
End Soundness.

Section Honest.
Variables (u : 'rV[F]_n) (e x : F).
Hypothesis (K_e : K = e *: G).
Hypothesis (CD : forall i, C i = e *: D i).

Definition decryption_real w : V * V * F := (w *: G, w *: weighted u D, w + x * e).
Definition decryption_simulated s : V * V * F :=
  (s *: G - x *: K, s *: weighted u D - x *: weighted u C, s).

Lemma weighted_C : weighted u C = e *: weighted u D.
Proof.
rewrite /weighted scaler_sumr; apply: eq_bigr => i _.
by rewrite CD !scalerA mulrC.
Qed.

Theorem decryption_complete w :
  decryption_accepts u (decryption_real w).1 x (decryption_real w).2.
Proof.
by rewrite /decryption_accepts /key_accepts weighted_C K_e /= !scalerDl !scalerA !eqxx.
Qed.

Theorem decryption_zero_knowledge transcript :
  #|[set w | decryption_real w == transcript]|
    = #|[set s | decryption_simulated s == transcript]|.
Proof.
apply: (equal_distributions (rename := +%R^~ (x * e))).
  by exists (fun s => s - x * e) => w; rewrite ?addrK ?subrK.
by move=> w; rewrite /decryption_simulated weighted_C K_e !scalerDl !scalerA !addrK.
Qed.
End Honest.
End Decryption.
