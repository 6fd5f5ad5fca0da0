(* Forging a proof of a shuffle with hashes, SPEC.md, section 7.3, for an algebraic prover: one
   that gives each element that it hashes as a product of powers of those it was given. W is the
   space of these products' exponents, and ev evaluates one. A relation is a z in W that isn't 0
   with ev z = 1.

   - shuffle_forgery: who evaluates the hash T times has a valid proof of a false shuffle, and
     shows no relation, with a probability of at most (T + 2).(n/|S| + (T + 2)/|Digest|). In most
     groups relations exist. Shown is one that is in a list of a few quotients, each computed from
     what the prover gave in this one run: two of its products are one element, or the sides of an
     equation are one element and two products. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From SquareDeal Require Import counting decryption shuffle batch oracle fiat_shamir.
From SquareDeal Require Import decryption_forgery.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section Shuffle.
Variables (F : finFieldType) (W V : lmodType F) (ev : {linear W -> V}) (n : nat).
Variables (G H0 : W) (h : nat -> W).
Let hn (i : 'I_n) := h i.
(* The generators are among what the prover is given: as products, they have no relation. *)
Hypothesis free : forall a b (d : 'rV[F]_n),
  a *: G + b *: H0 + \sum_j d 0 j *: hn j = 0 -> b = 0 /\ d = 0.
Hypotheses (n0 : (0 < n)%N) (G0 : ev G != 0).
Variables (S : {set F}) (Digest Point : finType) (Context : eqType).

(* The context, K, X, Y and c; and then what is called middle in shuffle.v. *)
Notation vector V := {ffun 'I_n -> V}.
Notation first V := (Context * V * vector V * vector V * vector V)%type.
Notation First := [eqType of first W].
Notation Second := [eqType of middle W n].

Let key V (f : first V) := f.1.1.1.2.
Let from V (f : first V) := f.1.1.2.
Let to V (f : first V) := f.1.2.
Let commitments V (f : first V) := f.2.

(* What is hashed are the encodings of elements, and different elements have different ones. *)
Definition ev_vector (v : vector W) : vector V := [ffun i => ev (v i)].
Definition ev_first (f : first W) : first V :=
  (f.1.1.1.1, ev (key f), ev_vector (from f), ev_vector (to f), ev_vector (commitments f)).
Definition ev_middle (m : middle W n) : middle V n :=
  (ev_vector (chat m), (ev (t1 m), ev (t2 m), ev (t3 m), ev (t4 m), ev (t5 m)), ev_vector (that m)).
Definition ev_request (r : First + Digest * Second) : first V + Digest * middle V n :=
  match r with inl f => inl (ev_first f) | inr (d, m) => inr (d, ev_middle m) end.
Variable point : First + Digest * Second -> Point.
Hypothesis encoding : forall r r', point r = point r' -> ev_request r = ev_request r'.

Definition shuffle_false (f : First) : bool :=
  ~~ [exists pi : 'S_n, [exists e : F, (ev (key f) == e *: ev G) &&
      [forall j, ev (to f j) == e *: ev (from f (pi j))]]].

(* As products, and as elements. *)
Definition valid_product (f : First) (u : weights_in S n) (m : Second) (x : challenges_in S)
    (s : response F n) : bool :=
  verify G H0 (key f) hn (from f) (to f) (commitments f) (val u) m (val x) s.
Definition valid (f : First) (u : weights_in S n) (m : Second) (x : challenges_in S)
    (s : response F n) : bool :=
  verify (ev G) (ev H0) (key (ev_first f)) (ev \o hn) (from (ev_first f)) (to (ev_first f))
    (commitments (ev_first f)) (val u) (ev_middle m) (val x) s.

Definition equations_of (f : First) (u : weights_in S n) (m : Second) (x : challenges_in S)
    (s : response F n) : seq W :=
  differences G H0 (key f) hn (from f) (to f) (commitments f) (val u) m (val x) s.

Lemma ev_equations f u m x s : map ev (equations_of f u m x s) =
  differences (ev G) (ev H0) (key (ev_first f)) (ev \o hn) (from (ev_first f)) (to (ev_first f))
    (commitments (ev_first f)) (val u) (ev_middle m) (val x) s.
Proof.
have sum (a : 'I_n -> F) (v : vector W) :
    ev (\sum_i a i *: v i) = \sum_i a i *: ev_vector v i.
  by rewrite linear_sum; apply: eq_bigr => i _; rewrite linearZ ffunE.
have sum_h (a : 'I_n -> F) : ev (\sum_i a i *: hn i) = \sum_i a i *: (ev \o hn) i.
  by rewrite linear_sum; apply: eq_bigr => i _; rewrite linearZ.
have product (v : vector W) : ev (\sum_i v i) = \sum_i ev_vector v i.
  by rewrite linear_sum; apply: eq_bigr => i _; rewrite ffunE.
have product_h : ev (\sum_i hn i) = \sum_i (ev \o hn) i by rewrite linear_sum.
have ev_chain k : ev (chain H0 m k) = chain (ev H0) (ev_middle m) k.
  by case: k => //= k; rewrite /item; case: insub => [i|] /=; rewrite ?linear0 ?ffunE.
rewrite /equations_of /differences map_cat -map_comp /=; congr [:: _, _, _, _, _ & _].
- by rewrite /difference1 (linearB ev) (linearD ev) !(linearZZ ev) (linearB ev) product product_h.
- by rewrite /difference2 (linearB ev) (linearD ev) !(linearZZ ev) (linearB ev) (linearZZ ev) ev_chain.
- by rewrite /difference3 (linearB ev) !(linearD ev) !(linearZZ ev) sum sum_h.
- by rewrite /difference4 (linearB ev) (linearD ev) (linearZZ ev) !sum.
- by rewrite /difference5 (linearB ev) !(linearD ev) !(linearZZ ev).
apply: eq_map => i.
by rewrite /difference6 /= (linearB ev) !(linearD ev) !(linearZZ ev) ev_chain !ffunE.
Qed.

Lemma valid_as_product f u m x s :
  valid f u m x s -> all (pred1 0) (equations_of f u m x s) -> valid_product f u m x s.
Proof.
rewrite /valid /valid_product !verify_differences => /and3P[kept -> _] ->; rewrite !andbT.
apply/forallP => i; apply/forallP => j; have := forallP (forallP kept i) j.
by apply: contraNneq; rewrite !ffunE => ->.
Qed.

Definition shuffle_forged := forged point shuffle_false valid.

(* The products that the prover gave with its requests and its output. *)
Definition products (r : First + Digest * Second) : seq W :=
  match r with
  | inl f => key f :: [seq (v : vector W) i | v <- [:: from f; to f; commitments f], i <- enum 'I_n]
  | inr (_, m) =>
      [:: t1 m; t2 m; t3 m; t4 m; t5 m] ++ [seq (v : vector W) i | v <- [:: chat m; that m], i <- enum 'I_n]
  end.
Notation answer := (prod_finType (prod_finType Digest (weights_in S n)) (challenges_in S)).
Implicit Types (H : {ffun Point -> answer})
  (p : prover answer (sum_eqType First (prod_eqType Digest Second)) (First * Second * response F n)).
Definition given H p : seq W := flatten (map products (requests point H (verified p))).

(* The quotients of any two of them, and of the two sides of each equation. *)
Definition quotients H p : seq W :=
  let: (f, m, s) := output point H p in
  let a := H (point (inl f)) in
  let x := challenge (H (point (inr (digest a, m)))) in
  [seq a - b | a <- given H p, b <- given H p] ++ equations_of f (weights a) m x s.

Definition relation_shown H p : bool := has (fun z => (z != 0) && (ev z == 0)) (quotients H p).

(* If different products are different elements, a request follows from what is hashed. *)
Section OneProduct.
Variable L : seq W.
Hypothesis inj : {in L &, injective ev}.

Lemma same_vector (v v' : vector W) :
  all (mem L) [seq v i | i <- enum 'I_n] -> all (mem L) [seq v' i | i <- enum 'I_n] ->
  ev_vector v = ev_vector v' -> v = v'.
Proof.
move=> /allP vL /allP v'L /ffunP same; apply/ffunP => i; have := same i; rewrite !ffunE.
by apply: inj; [apply: vL | apply: v'L]; apply/map_f; rewrite mem_enum.
Qed.

Lemma same_request r r' : all (mem L) (products r) -> all (mem L) (products r') ->
  ev_request r = ev_request r' -> r = r'.
Proof.
case: r r' => [[[[[ctx K] X] Y] c]|[d m]] [[[[[ctx' K'] X'] Y'] c']|[d' m']] //=.
  rewrite /key /from /to /commitments /= !all_cat !andbT.
  case/and4P=> KL XL YL cL /and4P[K'L X'L Y'L c'L] [-> eK eX eY ec].
  by rewrite (inj KL K'L eK) (same_vector XL X'L eX) (same_vector YL Y'L eY) (same_vector cL c'L ec).
case: m m' => [[a [[[[b1 b2] b3] b4] b5]] e] [[a' [[[[b1' b2'] b3'] b4'] b5']] e'].
rewrite /chat /t1 /t2 /t3 /t4 /t5 /that /= !all_cat !andbT.
case/and5P=> L1 L2 L3 L4 /and3P[L5 aL eL] /and5P[L1' L2' L3' L4' /and3P[L5' a'L e'L]].
rewrite /ev_middle /chat /t1 /t2 /t3 /t4 /t5 /that /= => -[-> ea e1 e2 e3 e4 e5 ee].
rewrite (inj L1 L1' e1) (inj L2 L2' e2) (inj L3 L3' e3) (inj L4 L4' e4) (inj L5 L5' e5).
by rewrite (same_vector aL a'L ea) (same_vector eL e'L ee).
Qed.
End OneProduct.

Lemma no_relation H p : shuffle_forged H p -> ~~ relation_shown H p ->
  forged point shuffle_false valid_product H p && ~~ clashes point H p.
Proof.
move=> forgery none.
have inj : {in given H p &, injective ev}.
  move=> a b aL bL same; apply/eqP; rewrite -subr_eq0; apply: contraR none => ne.
  apply/hasP; exists (a - b); last by rewrite ne (linearB ev) same subrr eqxx.
  rewrite /quotients; case: (output point H p) => [[f m] s].
  by rewrite mem_cat; apply/orP; left; apply: allpairs_f.
have products_given r : r \in requests point H (verified p) -> all (mem (given H p)) (products r).
  by move=> r_in; apply/allP => z zr; apply/flattenP; exists (products r) => //; apply: map_f.
apply/andP; split; last first.
  apply/hasPn => r r_in; apply/hasPn => r' r'_in; apply/negP => /andP[/eqP same /eqP[]].
  exact: (same_request inj (products_given r r_in) (products_given r' r'_in) (encoding same)).
move: forgery none; rewrite /shuffle_forged /forged /relation_shown /quotients.
case: (output point H p) => [[f m] s]; set u := weights _; set x := challenge _.
case/andP=> -> ok /hasPn none; apply: (valid_as_product ok); apply/allP => z in_eqs.
have := none z; rewrite mem_cat in_eqs orbT negb_and negbK => /(_ isT) /orP[//|/negP[]].
move: ok; rewrite /valid verify_differences -ev_equations => /and3P[_ _ /allP zero].
exact/zero/map_f.
Qed.

Definition opening_exists (f : First) (u : 'rV[F]_n) : bool :=
  [exists w : response F n,
    opens G H0 (key f) hn (from f) (to f) (commitments f) u w].

Lemma few_openings f : shuffle_false f ->
  (#|[set u in cube S n | opening_exists f u]| * #|S| <= n * #|S| ^ n)%N.
Proof.
move=> false; rewrite leqNgt; apply/negP => big.
pose wit u := odflt ((0, 0, 0, 0), [ffun=> 0], 0)
  [pick w : response F n | opens G H0 (key f) hn (from f) (to f) (commitments f) u w].
have AS : [set u in cube S n | opening_exists f u] \subset cube S n.
  by apply/subsetP => u; rewrite inE => /andP[].
have G0W : G != 0 by apply: contraNneq G0 => ->; rewrite linear0.
have wit_opens u : u \in [set u in cube S n | opening_exists f u] ->
    opens G H0 (key f) hn (from f) (to f) (commitments f) u (wit u).
  rewrite inE => /andP[_ /existsP[w ok]]; rewrite /wit; case: pickP => //= none.
  by rewrite none in ok.
have [[pi [e [Ke YX]]]|[us [u [_ _ _]]]] := extraction n0 G0W AS wit_opens big.
  case/negP: false; apply/existsP; exists pi; apply/existsP; exists e.
  rewrite Ke linearZ eqxx; apply/forallP => j.
  by rewrite YX linearZ.
have no a b d : ~ relation G H0 hn a b d by case=> /free[-> ->]; rewrite !eqxx.
by case=> /no.
Qed.

Theorem shuffle_forgery T p : asks_at_most T p ->
  (#|[set H | shuffle_forged H p && ~~ relation_shown H p]| * (#|S| * #|Digest|)
    <= T.+2 * (n * #|Digest| + T.+2 * #|S|)
       * #|{ffun Point -> Digest * weights_in S n * challenges_in S}|)%N.
Proof.
move=> asks.
pose hide (f : First) : {set weights_in S n} := [set u | opening_exists f (val u)].
pose can f u m x := [exists s : response F n, valid_product f u m x s].
have accepts_can f u m x s : valid_product f u m x s -> can f u m x.
  by move=> ok; apply/existsP; exists s.
have few_hide f : shuffle_false f -> (#|hide f| * #|S| <= n * #|{: weights_in S n}|)%N.
  by move=> /few_openings; rewrite card_sig card_cube card_of_subset.
have few_can f u m : shuffle_false f -> u \notin hide f ->
    (#|[set x | can f u m x]| * #|S| <= n * #|{: challenges_in S}|)%N.
  move=> _; rewrite inE => unopened; rewrite card_sig leq_mul2r; apply/orP; right.
  apply: leq_trans n0; rewrite (eq_card (B := [set x in setT | can f u m x])); last first.
    by move=> x; rewrite !inE.
  apply: card_at_most_one => x x' _ _ /existsP[s ok] /existsP[s' ok'].
  apply/eqP; apply: contraR unopened => ne; apply/existsP; exists (extract (val x) s (val x') s').
  exact: special_soundness ne ok ok'.
have := no_forgery point accepts_can few_hide few_can asks; apply: leq_trans.
rewrite leq_mul2r subset_leq_card ?orbT //; apply/subsetP => H; rewrite !inE => /andP[].
exact: no_relation.
Qed.

End Shuffle.
