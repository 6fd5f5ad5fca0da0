(* The permutation lemma of Terelius and Wikström.

   An n x n matrix B is that of a permutation if its columns have the sum 1 and the polynomials
   u'_j = sum_i B_ij.X_i have the product X_0 ... X_(n-1). In SPEC.md, section 7.3, B holds the
   exponents of h_j in c_i, and the X_i stand for the weights u_i. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From SsrMultinomials Require Import mpoly.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section Permutation.
Variables (F : fieldType) (n : nat).
Implicit Types (B : 'M[F]_n) (i j : 'I_n).

Definition linear_form B j : {mpoly F[n]} := \sum_i B i j *: 'X_i.

Definition perm_poly B : {mpoly F[n]} := \prod_j linear_form B j - \prod_i 'X_i.

Lemma perm_poly_eval B (v : 'I_n -> F) :
  (perm_poly B).@[v] = \prod_j (\sum_i B i j * v i) - \prod_i v i.
Proof.
rewrite mevalB !rmorph_prod /=; congr (_ - _); apply: eq_bigr => j _; last exact: mevalXU.
by rewrite raddf_sum /=; apply: eq_bigr => i _; rewrite mevalZ mevalXU.
Qed.

(* Its degree is at most n: msize is the degree plus 1. *)

Lemma msize_linear_form B j : (msize (linear_form B j) <= 2)%N.
Proof.
apply: leq_trans (msize_sum _ _ _) _; apply/bigmax_leqP => i _.
by apply: leq_trans (msizeZ_le _ _) _; rewrite msizeX mdeg1.
Qed.

Lemma msize_prod (L : 'I_n -> {mpoly F[n]}) :
  (forall j, (msize (L j) <= 2)%N) -> (msize (\prod_j L j) <= n.+1)%N.
Proof.
move=> L2.
suff H (r : seq 'I_n) : (msize (\prod_(j <- r) L j) <= (size r).+1)%N.
  by have := H (index_enum [finType of 'I_n]); rewrite /index_enum -enumT size_enum_ord.
elim: r => [|j r IH]; first by rewrite big_nil msize1.
rewrite big_cons; set P := BigOp.bigop _ _ _ in IH *.
have [->|L0] := eqVneq (L j) 0; first by rewrite mul0r msize0.
have [->|P0] := eqVneq P 0; first by rewrite mulr0 msize0.
rewrite msizeM // -ltnS (leq_trans (leqSpred _)) // ltnS.
by have := leq_add (L2 j) IH; case: (_ + _)%N.
Qed.

Lemma msize_perm_poly B : (msize (perm_poly B) <= n.+1)%N.
Proof.
apply: leq_trans (mmeasureD_le _ _ _) _; rewrite geq_max mmeasureN.
by rewrite !msize_prod // => j; rewrite ?msize_linear_form // msizeX mdeg1.
Qed.

(* With X_i set to 0, some factor becomes 0: a column with no entry outside row i. *)

Definition without i : n.-tuple {mpoly F[n]} := [tuple if k == i then 0 else 'X_k | k < n].

Lemma linear_form_without B i j :
  linear_form B j \mPo without i = \sum_(k | k != i) B k j *: 'X_k.
Proof.
rewrite /linear_form raddf_sum /= [RHS]big_mkcond /=; apply: eq_bigr => k _.
rewrite comp_mpolyZ comp_mpolyXU -tnth_nth tnth_mktuple.
by case: eqP => // _; rewrite scaler0.
Qed.

Lemma coef_without B i j k : k != i -> (linear_form B j \mPo without i)@_U_(k)%MM = B k j.
Proof.
move=> ki; rewrite linear_form_without raddf_sum /= (bigD1 k) //= mcoeffZ mcoeffX eqxx mulr1.
rewrite big1 ?addr0 // => l /andP[_ lk]; rewrite mcoeffZ mcoeffX.
case: eqP => [e|_]; last by rewrite mulr0.
move/(congr1 (fun m : 'X_{1.. n} => m k)): e.
by rewrite !mnmE eqxx (negbTE lk).
Qed.

Theorem permutation_lemma B :
  (forall j, \sum_i B i j = 1) -> perm_poly B = 0 -> exists s : 'S_n, B = perm_mx s.
Proof.
move=> B1 /eqP; rewrite subr_eq0 => /eqP PB.
have column i : exists j, [forall k, (k != i) ==> (B k j == 0)].
  have : \prod_j (linear_form B j \mPo without i) == 0.
    rewrite -rmorph_prod /= PB rmorph_prod /= (bigD1 i) //=.
    by rewrite comp_mpolyXU -tnth_nth tnth_mktuple eqxx mul0r.
  move/prodf_eq0 => [j _ /eqP L0]; exists j; apply/forallP => k; apply/implyP => ki.
  by rewrite -(coef_without B j ki) L0 mcoeff0.
pose f i := xchoose (column i).
have f0 i k : k != i -> B k (f i) = 0.
  by move=> ki; move/forallP/(_ k): (xchooseP (column i)); rewrite ki /= => /eqP.
have f1 i : B i (f i) = 1.
  rewrite -(B1 (f i)) (bigD1 i) //= big1 ?addr0 // => k ki; exact: f0.
have f_inj : injective f.
  move=> i k e; apply/eqP; apply/negPn/negP => ik.
  by have := f1 i; rewrite e f0 // => /eqP; rewrite eq_sym oner_eq0.
exists (perm f_inj); apply/matrixP => i j; rewrite !mxE permE.
case: eqP => [<-|ne]; first by rewrite f1.
have [g fg gf] := injF_bij f_inj.
rewrite -[j]gf f0 //; apply/eqP => ii; apply: ne; by rewrite ii gf.
Qed.
End Permutation.
