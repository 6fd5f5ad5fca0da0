(* Counting: how many vectors of weights have a property. Probabilities are shares of all
   vectors with entries in a set S, in SPEC.md the numbers of 128 bits.

   - schwartz_zippel: the zeros of a polynomial of degree d are at most d/|S| of all vectors.
   - combination: if not all of some elements of the group are 1, their product, each raised
     to a random weight, and one of them to a fixed one, is 1 for at most 1/|S| of all weights.
     This is what section 7 says under "Equations".
   - hyperplane: the same for numbers. *)
From mathcomp Require Import all_ssreflect all_algebra.
From SsrMultinomials Require Import mpoly.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Lemma card_at_most_one (T : finType) (C : {set T}) (P : pred T) :
  {in C &, forall x y, P x -> P y -> x = y} -> (#|[set x in C | P x]| <= 1)%N.
Proof.
move=> one; apply/card_le1P => x; rewrite inE => /andP[xC Px] y; rewrite !inE.
by apply/idP/eqP => [/andP[yC Py]|->]; [apply: one | rewrite xC Px].
Qed.

(* The sum over A of numbers that are at most j, or j + k in a subset. *)
Lemma sum_with_exceptions (T : finType) (A bad : {set T}) (f : T -> nat) j k :
  bad \subset A -> (forall x, x \in A -> f x <= (x \in bad) * k + j)%N ->
  (\sum_(x in A) f x <= #|bad| * k + #|A| * j)%N.
Proof.
move=> badA bound; apply: leq_trans (leq_sum (index_enum _) bound) _.
rewrite big_split /= sum_nat_const -big_distrl /= leq_add2r leq_mul2r; apply/orP; right.
rewrite -sum1_card (big_setID bad) /= (setIidPr badA) [X in (_ + X)%N]big1 ?addn0.
  by apply: leq_sum => x ->.
by move=> x /setDP[_ /negbTE ->].
Qed.

(* Two rounds, weights from A and then a challenge from C: at most the share k/s of the weights is
   bad, and with each other weights at most one challenge has the property P. *)
Lemma two_rounds (U T : finType) (A bad : {set U}) (C : {set T}) (P : U -> pred T) k s :
  bad \subset A -> (#|bad| * s <= k * #|A|)%N ->
  (forall u, u \in A -> u \notin bad -> {in C &, forall x y, P u x -> P u y -> x = y}) ->
  ((\sum_(u in A) #|[set x in C | P u x]|) * s <= (k * #|C| + s) * #|A|)%N.
Proof.
move=> badA few one.
have bound u : u \in A -> (#|[set x in C | P u x]| <= (u \in bad) * #|C| + 1)%N.
  move=> uA; have [_|good] := boolP (u \in bad); last by apply/card_at_most_one/one.
  rewrite mul1n (leq_trans _ (leq_addr _ _)) // subset_leq_card //.
  by apply/subsetP => x; rewrite inE => /andP[].
apply: leq_trans (leq_mul (sum_with_exceptions badA bound) (leqnn _)) _.
rewrite muln1 mulnDl mulnDl leq_add //; last by rewrite mulnC.
by rewrite mulnAC [(k * _ * _)%N]mulnAC leq_mul2r few orbT.
Qed.

Section Cube.
Variables (F : finFieldType) (S : {set F}).

(* All vectors of n weights. *)
Definition cube n : {set 'rV[F]_n} :=
  [set v : 'rV[F]_n | [forall i, v 0 i \in S]].

(* A vector is its entry i and the rest. *)
Definition ins n (i : 'I_n.+1) (wx : 'rV[F]_n * F) : 'rV[F]_n.+1 :=
  \row_k (if unlift i k is Some j then wx.1 0 j else wx.2).
Definition del n (i : 'I_n.+1) (v : 'rV[F]_n.+1) : 'rV[F]_n * F :=
  (\row_j v 0 (lift i j), v 0 i).

Lemma insK n (i : 'I_n.+1) : cancel (ins i) (del i).
Proof.
move=> [w x]; rewrite /del /ins !mxE unlift_none /=; congr (_, _).
by apply/rowP => j; rewrite !mxE liftK.
Qed.
Lemma delK n (i : 'I_n.+1) : cancel (del i) (ins i).
Proof. by move=> v; apply/rowP => k; rewrite !mxE /=; case: unliftP => [j|] -> //; rewrite mxE. Qed.

Lemma ins_at n (i : 'I_n.+1) wx : ins i wx 0 i = wx.2.
Proof. by rewrite mxE unlift_none. Qed.
Lemma ins_lift n (i : 'I_n.+1) wx j : ins i wx 0 (lift i j) = wx.1 0 j.
Proof. by rewrite mxE liftK. Qed.

Lemma ins_cube n (i : 'I_n.+1) w x : (ins i (w, x) \in cube n.+1) = (w \in cube n) && (x \in S).
Proof.
rewrite !inE; apply/forallP/andP => [H|[/forallP H xS] k].
  split; last by have := H i; rewrite ins_at.
  by apply/forallP => j; have := H (lift i j); rewrite ins_lift.
by case: (unliftP i k) => [j|] ->; rewrite ?ins_lift ?ins_at.
Qed.

(* Counting vectors by the others of their entries, and then by entry i. *)
Lemma card_ins n (i : 'I_n.+1) (P : pred 'rV[F]_n.+1) :
  #|[set v in cube n.+1 | P v]| = (\sum_(w in cube n) #|[set x in S | P (ins i (w, x))]|)%N.
Proof.
rewrite -sum1_card (reindex (ins i)) /=; last first.
  by exists (del i) => ? _; [apply: insK | apply: delK].
rewrite (eq_bigl (fun p : 'rV[F]_n * F =>
    (p.1 \in cube n) && ((p.2 \in S) && P (ins i (p.1, p.2))))); last first.
  by move=> [w x]; rewrite inE ins_cube andbA.
rewrite -(pair_big_dep (fun w => w \in cube n) (fun w x => (x \in S) && P (ins i (w, x)))
  (fun _ _ => 1%N)) /=.
by apply: eq_bigr => w _; rewrite sum1dep_card.
Qed.

Lemma card_cube n : #|cube n| = (#|S| ^ n)%N.
Proof.
elim: n => [|n IH].
  rewrite (_ : cube 0 = setT) ?cardsT ?card_mx ?mul0n ?muln0 //.
  by apply/setP => v; rewrite !inE; apply/forallP => -[].
have := @card_ins n ord0 xpredT; rewrite (_ : [set v in cube n.+1 | xpredT v] = cube n.+1);
  last by apply/setP => v; rewrite inE andbT.
move=> ->; rewrite (eq_bigr (fun _ => #|S|)); last first.
  by move=> w _; apply: eq_card => x; rewrite inE andbT.
by rewrite sum_nat_const IH expnSr.
Qed.
End Cube.

Section OneVariableMore.
Variables (F : fieldType) (n : nat).
Implicit Types p : {mpoly F[n.+1]}.

(* A polynomial in n + 1 variables as one in the last, whose coefficients are polynomials in the
   others: mathcomp's muni. mext m k is the monomial m times the k-th power of the last variable. *)
Definition mext (m : 'X_{1.. n}) k : 'X_{1.. n.+1} :=
  [multinom (if unlift ord_max i is Some j then m j else k) | i < n.+1].

Local Notation widen := (widen_ord (leqnSn n)).

Lemma widen_lift (j : 'I_n) : widen j = lift ord_max j.
Proof. by apply/val_inj; rewrite /= /bump leqNgt ltn_ord. Qed.

Lemma mext_max m k : mext m k ord_max = k.
Proof. by rewrite mnmE unlift_none. Qed.
Lemma mext_widen m k j : mext m k (widen j) = m j.
Proof. by rewrite mnmE widen_lift liftK. Qed.

Lemma mdeg_mext m k : mdeg (mext m k) = (mdeg m + k)%N.
Proof.
rewrite !mdegE big_ord_recr /= mext_max; congr (_ + _)%N.
by apply: eq_bigr => j _; rewrite mext_widen.
Qed.

Lemma coef_muni p k m : ((muni p)`_k)@_m = p@_(mext m k).
Proof.
rewrite muniE coef_sum raddf_sum /= [in RHS](mpolyE p) raddf_sum /=.
apply: eq_bigr => m' _; rewrite coefZ coefXn mcoeffZ mcoeffX.
have -> : (m' == mext m k) = ([multinom m' (widen i) | i < n] == m) && (k == m' ord_max).
  apply/eqP/andP => [->|[/eqP <- /eqP ->]].
    rewrite mext_max eqxx; split=> //; apply/eqP/mnmP => j; by rewrite mnmE mext_widen.
  apply/mnmP => i; rewrite [in RHS]mnmE; case: unliftP => [j|] ->; last by [].
  by rewrite mnmE widen_lift.
case: (k == _); rewrite ?andbF ?mulr0 ?mcoeff0 // andbT mulr1.
by rewrite mcoeffZ mcoeffX.
Qed.

Lemma muni_eq0 p : (muni p == 0) = (p == 0).
Proof.
apply/eqP/eqP => [p0|->]; last by rewrite muni0.
apply/mpolyP => m; rewrite mcoeff0.
have -> : m = mext [multinom m (widen i) | i < n] (m ord_max).
  apply/mnmP => i; rewrite mnmE; case: unliftP => [j|] -> //; by rewrite mnmE widen_lift.
by rewrite -coef_muni p0 coef0 mcoeff0.
Qed.

Lemma msize_coef_muni p d k : (msize p <= d.+1)%N -> (muni p)`_k != 0 ->
  (k <= d)%N /\ (msize (muni p)`_k <= (d - k).+1)%N.
Proof.
move=> pd; set q := _`_k => q0.
have H m : m \in msupp q -> (mdeg m + k <= d)%N.
  rewrite mcoeff_msupp coef_muni => pm; rewrite -mdeg_mext -ltnS.
  by apply: leq_trans pd; apply: msize_mdeg_lt; rewrite mcoeff_msupp.
have kd : (k <= d)%N by have := H _ (mlead_supp q0); apply: leq_trans; apply: leq_addl.
split=> //; rewrite msizeE; apply/bigmax_leqP_seq => m /H mq _.
by rewrite ltnS leq_subRL // addnC.
Qed.

Lemma meval_muni p (v : 'I_n.+1 -> F) :
  p.@[v] = (map_poly (meval (fun j => v (lift ord_max j))) (muni p)).[v ord_max].
Proof.
rewrite muniE [in LHS](mpolyE p) !raddf_sum /= horner_sum; apply: eq_bigr => m _.
rewrite map_polyZ /= map_polyXn hornerZ hornerXn !mevalZ !mevalX big_ord_recr /= mulrA.
congr (_ * _ * _).
by apply: eq_bigr => j _; rewrite mnmE widen_lift.
Qed.
End OneVariableMore.

Theorem schwartz_zippel (F : finFieldType) (S : {set F}) n (p : {mpoly F[n]}) d :
  p != 0 -> (msize p <= d.+1)%N ->
  (#|[set v in cube S n | p.@[fun i => v 0%R i] == 0%R]| * #|S| <= d * #|S| ^ n)%N.
Proof.
elim: n p d => [|n IH] p d p0 pd.
  rewrite (_ : [set v in _ | _] = set0) ?cards0 ?mul0n //.
  apply/setP => v; rewrite !inE; apply/negP => /andP[_ /eqP v0].
  have /msize1_polyC e : (msize p <= 1)%N.
    by rewrite msizeE; apply/bigmax_leqP_seq => m _ _; rewrite mdegE big_ord0.
  move: v0; rewrite e mevalC => /eqP; apply/negP.
  by apply: contra_neq p0 => c0; rewrite e c0 mpolyC0.
(* As a polynomial of degree k in the last variable, p has the leading coefficient lc. *)
set q := muni p; have q0 : q != 0 by rewrite muni_eq0.
pose k := (size q).-1; pose lc := q`_k.
have lc0 : lc != 0 by rewrite /lc -lead_coefE lead_coef_eq0.
have [kd lcd] := msize_coef_muni pd lc0.
pose bad := [set w in cube S n | lc.@[fun i => w 0%R i] == 0%R].
have badS : (#|bad| * #|S| <= (d - k) * #|S| ^ n)%N by apply: IH.
rewrite (card_ins _ ord_max).
have bound w : w \in cube S n ->
    (#|[set x in S | p.@[fun i => ins ord_max (w, x) 0%R i] == 0%R]|
      <= (w \in bad) * #|S| + k)%N.
  move=> wS; rewrite inE wS /=; case: eqP => [_|/eqP lcw].
    rewrite mul1n (leq_trans _ (leq_addr _ _)) // subset_leq_card //.
    by apply/subsetP => x; rewrite inE => /andP[].
  rewrite mul0n add0n; set r := map_poly (meval (fun i => w 0%R i)) q.
  have r0 : r != 0.
    apply/negP => /eqP /(congr1 (fun r : {poly F} => r`_k)) /eqP.
    by rewrite coef_map coef0 (negbTE lcw).
  have sr : (size r <= k.+1)%N.
    by apply: leq_trans (size_poly _ _) _; rewrite /k prednK // lt0n size_poly_eq0.
  rewrite -ltnS; apply: leq_trans sr; rewrite cardE.
  apply: max_poly_roots => //; last exact: enum_uniq.
  apply/allP => x; rewrite mem_enum inE meval_muni => /andP[_].
  rewrite /root /r ins_at /=; set r1 := map_poly _ _; set r2 := map_poly _ _.
  suff -> : r1 = r2 by [].
  by apply/polyP => j; rewrite !coef_map; apply: meval_eq => i; rewrite ins_lift.
have badC : bad \subset cube S n by apply/subsetP => w; rewrite inE => /andP[].
apply: leq_trans (leq_mul (sum_with_exceptions badC bound) (leqnn _)) _.
rewrite card_cube mulnDl [(#|bad| * _)%N]mulnC -mulnA expnSr.
apply: (@leq_trans (#|S| * ((d - k) * #|S| ^ n) + #|S| ^ n * k * #|S|)%N).
  by rewrite leq_add2r leq_mul2l badS orbT.
by rewrite mulnC -mulnDl [(_ ^ n * k)%N]mulnC -mulnDl subnK // -mulnA.
Qed.

(* V is the group of prime order q in additive notation, with F for the integers mod q: G^a is
   a *: G. See group.v. *)
Section Combination.
Variables (F : finFieldType) (V : lmodType F) (S : {set F}).

Lemma one_weight (e d : V) : e != 0 -> (#|[set x in S | (x *: e + d)%R == 0%R]| <= 1)%N.
Proof.
move=> e0; apply: card_at_most_one => x y _ _ /eqP ex /eqP ey.
have /eqP : (x - y) *: e = 0.
  by rewrite scalerBl; apply/eqP; rewrite subr_eq0; apply/eqP/(addIr d); rewrite ex ey.
by rewrite scaler_eq0 (negbTE e0) orbF subr_eq0 => /eqP.
Qed.

Theorem combination n (E0 : V) (E : 'I_n -> V) :
  (E0 != 0) || [exists i, E i != 0] ->
  (#|[set w in cube S n | (E0 + \sum_i w 0 i *: E i)%R == 0%R]| * #|S| <= #|S| ^ n)%N.
Proof.
case: (boolP [exists i, E i != 0]) => [/existsP[i Ei] _|/existsPn none]; last first.
  rewrite orbF => E00; rewrite (_ : [set w in _ | _] = set0) ?cards0 //.
  apply/setP => w; rewrite !inE big1 ?addr0 ?(negbTE E00) ?andbF // => i _.
  by have := none i; rewrite negbK => /eqP ->; rewrite scaler0.
case: n E i Ei => [|n] E i Ei; first by case: i {Ei}.
rewrite (card_ins S i) expnSr leq_mul2r; apply/orP; right.
rewrite -[X in (_ <= X)%N](card_cube S n) -sum1_card; apply: leq_sum => w _.
apply: leq_trans (one_weight (E0 + \sum_(k | k != i) ins i (w, 0) 0 k *: E k) Ei).
apply/subset_leq_card/subsetP => x; rewrite !inE => /andP[-> /eqP H] /=; apply/eqP.
rewrite -[RHS]H [in RHS](bigD1 i) //= ins_at addrCA; congr (_ + (_ + _)).
apply: eq_bigr => k ki; case: (unliftP i k) ki => [j -> _|->]; last by rewrite eqxx.
by rewrite !ins_lift.
Qed.
End Combination.

Corollary hyperplane (F : finFieldType) (S : {set F}) n (a : 'cV[F]_n) :
  a != 0 -> (#|[set u in cube S n | u *m a == 0%R]| * #|S| <= #|S| ^ n)%N.
Proof.
move=> a0; have some0 : (0 != 0 :> F^o) || [exists i, (a i 0 : F^o) != 0].
  rewrite eqxx /=; apply: contraR a0 => /existsPn none; apply/eqP/colP => i.
  by rewrite mxE; apply/eqP; rewrite -[_ == _]negbK; apply: none.
have := @combination F [lmodType F of F^o] S n 0 (fun i => a i 0) some0.
congr (_ * _ <= _)%N; apply: eq_card => u; rewrite !inE; congr (_ && _).
rewrite add0r; apply/eqP/eqP => [H|/matrixP/(_ 0 0)]; last by rewrite !mxE.
by apply/matrixP => i j; rewrite !ord1 !mxE.
Qed.
