(* Completeness and zero knowledge of the proof of a shuffle, SPEC.md, section 7.3. Weights and
   challenge are given, as the verifier of the interactive proof chooses them. The simulator
   is defined before the key e and the order pi, of which it knows nothing.

   - complete: what the honest prover sends is accepted.
   - zero_knowledge: where masks are scalars (ristretto255), the prover and the simulator
     send each transcript with the same probability. For short masks, see masks.v. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From SquareDeal Require Import counting decryption shuffle.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section ZeroKnowledge.
Variables (F : finFieldType) (V : lmodType F) (n : nat).
Variables (G H0 K : V) (h X Y : 'I_n -> V) (u : 'rV[F]_n) (x : F).

(* c, the middle message, and the response. *)
Notation numbers := {ffun 'I_n -> F}.
Notation elements := {ffun 'I_n -> V}.
Notation transcript := (elements * middle V n * response F n)%type.

(* The prover's: r; r̂; ω_1 ... ω_4; ω̂; ω'. The simulator's: the logarithms of c and ĉ, and
   the response, in the order s_1 ... s_4, ŝ, s'. *)
Notation coins := (numbers * numbers * (F * F * F * F) * numbers * 'rV[F]_n)%type.

Definition simulated (sigma : coins) : transcript :=
  let: (g, gh, (a1, a2, a3, a4), sh, sp) := sigma in
  let c : elements := [ffun i => g i *: G] in
  let chat : elements := [ffun i => gh i *: G] in
  let ch k := if k is k'.+1 then item 0 chat k' else H0 in
  (c,
   (chat,
    (a1 *: G - x *: (\sum_i c i - \sum_i h i), a2 *: G - x *: (ch n - (\prod_i u 0 i) *: H0),
     a3 *: G + \sum_i sp 0 i *: h i - x *: \sum_i u 0 i *: c i,
     \sum_i sp 0 i *: Y i - a4 *: Xtilde X u, a4 *: G - x *: K),
    [ffun i : 'I_n => sh i *: G + sp 0 i *: ch i - x *: chat i]),
   ((a1, a2, a3, a4), sh, sp)).

Lemma simulated_valid sigma : (forall i j, Y j != X i) -> x != 0 ->
  let: (c, m, s) := simulated sigma in verify G H0 K h X Y c u m x s.
Proof.
case: sigma => [[[[g gh] [[[a1 a2] a3] a4]] sh] sp] YX x0.
rewrite /verify /no_card_kept x0 /equation1 /equation2 /equation3 /equation4 /equation5.
rewrite /chain /chat /t1 /t2 /t3 /t4 /t5 /s1 /s2 /s3 /s4 /sprime /= !subrK !eqxx /=.
rewrite andbC; apply/andP; split; last by apply/forallP => i; apply/forallP => j.
by apply/forallP => i; rewrite /equation6 /chain /that /chat /shat /sprime /= !ffunE subrK.
Qed.

Section Honest.
Variables (e : F) (pi : 'S_n).
Hypothesis K_e : K = e *: G.
Hypothesis Y_eX : forall j, Y j = e *: X (pi j).
(* Every element is a power of G. *)
Variable log_G : V -> F.
Hypothesis log_GP : forall v, v = log_G v *: G.

Definition u' : 'rV[F]_n := \row_j u 0 (pi j).

Definition real (rho : coins) : transcript :=
  let: (r, rh, (w1, w2, w3, w4), wh, w') := rho in
  let c : elements := [ffun i => r i *: G + h ((pi^-1)%g i)] in
  let ch := chain_of G H0 (item 0 rh) (item 0 (u' 0)) in
  (c,
   ([ffun i : 'I_n => ch i.+1],
    (w1 *: G, w2 *: G, w3 *: G + \sum_i w' 0 i *: h i,
     (- w4) *: Xtilde X u + \sum_i w' 0 i *: Y i, w4 *: G),
    [ffun i : 'I_n => wh i *: G + w' 0 i *: ch i]),
   ((w1 + x * \sum_i r i, w2 + x * chainR (item 0 rh) (item 0 (u' 0)) n,
     w3 + x * \sum_i r i * u 0 i, w4 + x * e),
    [ffun i => wh i + x * rh i], w' + x *: u')).

(* The simulator's coins for the prover's transcript. *)
Fixpoint log_chain (r v : nat -> F) k : F :=
  if k is k'.+1 then r k' + v k' * log_chain r v k' else log_G H0.
Definition matching (rho : coins) : coins :=
  let: (r, rh, (w1, w2, w3, w4), wh, w') := rho in
  ([ffun i => r i + log_G (h ((pi^-1)%g i))],
   [ffun i : 'I_n => log_chain (item 0 rh) (item 0 (u' 0)) i.+1],
   (w1 + x * \sum_i r i, w2 + x * chainR (item 0 rh) (item 0 (u' 0)) n,
    w3 + x * \sum_i r i * u 0 i, w4 + x * e),
   [ffun i => wh i + x * rh i], w' + x *: u').

Lemma chain_of_log r v k : chain_of G H0 r v k = log_chain r v k *: G.
Proof. by elim: k => [|k /= ->]; rewrite /= -?log_GP // scalerDl scalerA. Qed.

Lemma matching_inj : injective matching.
Proof.
case=> [[[[r rh] [[[w1 w2] w3] w4]] wh] w']; case=> [[[[q qh] [[[v1 v2] v3] v4]] vh] v'].
case=> e1 e2 e3 e4 e5 e6 e7 e8.
have er : r = q by apply/ffunP => i; move/ffunP/(_ i): e1; rewrite !ffunE => /addIr.
have eh : rh = qh.
  have same k : (k <= n)%N ->
      log_chain (item 0 rh) (item 0 (u' 0)) k = log_chain (item 0 qh) (item 0 (u' 0)) k.
    by case: k => // k kn; move/ffunP/(_ (Ordinal kn)): e2; rewrite !ffunE.
  apply/ffunP => i; have := same _ (ltn_ord i).
  by rewrite /= same ?(ltnW (ltn_ord i)) // !itemE => /addIr.
rewrite er eh in e3 e4 e5 e7 *.
have -> := addIr _ e3; have -> := addIr _ e4; have -> := addIr _ e5; have -> := addIr _ e6.
have -> : wh = vh by apply/ffunP => i; move/ffunP/(_ i): e7; rewrite !ffunE => /addIr.
by have -> := addIr _ e8.
Qed.

(* The sum over j of what has u'_j is that over i of what has u_i. *)
Lemma sum_u' (v : 'I_n -> V) : \sum_j u' 0 j *: v j = \sum_i u 0 i *: v ((pi^-1)%g i).
Proof.
rewrite (reindex_inj (@perm_inj _ (pi^-1)%g)) /=; apply: eq_bigr => i _.
by rewrite mxE permKV.
Qed.

Lemma real_simulated rho : real rho = simulated (matching rho).
Proof.
case: rho => [[[[r rh] [[[w1 w2] w3] w4]] wh] w'] /=.
have ec : [ffun i => r i *: G + h ((pi^-1)%g i)]
    = [ffun i => [ffun i => r i + log_G (h ((pi^-1)%g i))] i *: G] :> elements.
  by apply/ffunP => i; rewrite !ffunE scalerDl -log_GP.
set c := [ffun i => r i *: G + _] in ec *.
set ch := chain_of G H0 _ _.
have ech : [ffun i : 'I_n => ch i.+1]
    = [ffun i => [ffun i : 'I_n => log_chain (item 0 rh) (item 0 (u' 0)) i.+1] i *: G] :> elements.
  by apply/ffunP => i; rewrite !ffunE /ch chain_of_log.
rewrite -ec -ech.
have chE k : (k <= n)%N ->
    (if k is k'.+1 then item 0 [ffun i : 'I_n => ch i.+1] k' else H0) = ch k.
  by case: k => // k kn; rewrite -[k]/(val (Ordinal kn)) itemE ffunE.
have sumD (a b : 'rV[F]_n) (v : 'I_n -> V) :
    \sum_i (a + x *: b) 0 i *: v i = \sum_i a 0 i *: v i + x *: \sum_i b 0 i *: v i.
  by rewrite scaler_sumr -big_split; apply: eq_bigr => i _; rewrite !mxE scalerDl scalerA.
rewrite chE //.
congr (_, (_, (_, _, _, _, _), _), _).
- rewrite (eq_bigr (fun i => r i *: G + h ((pi^-1)%g i))); last by move=> i _; rewrite ffunE.
  rewrite big_split /= [\sum_i h i](reindex_inj (@perm_inj _ (pi^-1)%g)) /= addrK.
  by rewrite -scaler_suml scalerA scalerDl addrK.
- rewrite /ch chain_of_R (_ : \prod_(i < n) _ = \prod_i u 0 i).
    by rewrite addrK scalerA scalerDl addrK.
  rewrite [RHS](reindex_inj (@perm_inj _ pi)) /=; apply: eq_bigr => i _.
  by rewrite itemE mxE.
- have -> : \sum_i u 0 i *: c i = (\sum_i r i * u 0 i) *: G + \sum_j u' 0 j *: h j.
    rewrite sum_u' scaler_suml -big_split; apply: eq_bigr => i _.
    by rewrite ffunE scalerDr scalerA mulrC.
  by rewrite sumD scalerDr scalerA scalerDl addrACA addrK.
- have -> : \sum_i (w' + x *: u') 0 i *: Y i = \sum_i w' 0 i *: Y i + (x * e) *: Xtilde X u.
    rewrite sumD sum_u' -scalerA; congr (_ + _ *: _).
    rewrite /Xtilde scaler_sumr; apply: eq_bigr => i _.
    by rewrite Y_eX permKV !scalerA mulrC.
  by rewrite scalerDl opprD addrACA addrN addr0 scaleNr addrC.
- by rewrite K_e scalerA scalerDl addrK.
apply/ffunP => i; have chS : ch i.+1 = rh i *: G + u' 0 i *: ch i by rewrite /ch /= !itemE.
rewrite !ffunE !mxE chE; last exact: ltnW.
by rewrite chS !scalerDl scalerDr !scalerA addrACA !mxE addrK.
Qed.

Theorem complete rho : (forall i j, Y j != X i) -> x != 0 ->
  let: (c, m, s) := real rho in verify G H0 K h X Y c u m x s.
Proof. rewrite real_simulated; exact: simulated_valid. Qed.

Theorem zero_knowledge tau :
  #|[set rho | real rho == tau]| = #|[set sigma | simulated sigma == tau]|.
Proof. exact: equal_distributions (injF_bij matching_inj) real_simulated tau. Qed.
End Honest.
End ZeroKnowledge.
