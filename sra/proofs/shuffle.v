(* Soundness of the proof of a shuffle, SPEC.md, section 7.3.

   The group of order q is a vector space V over F, the integers mod q, in additive notation:
   G^a is a *: G, and 1 is 0. Section variables and functions have the names of the text:

     c i = c_i, h i, X i, Y i, Xtilde = X̃         for i = 0 ... n - 1
     chat i = ĉ_(i+1), that i = t̂_(i+1), shat i = ŝ_(i+1), sprime i = s'_i,   likewise
     chain k = ĉ_k                                   for k = 0 ... n
     x                                               the challenge c of the text
     equation1 ... equation6                         the equations in its list

   - special_soundness: valid responses to two challenges give an opening: the exponents that
     the equations speak of.
   - extraction: openings for more than n/|S| of all weights show that the decks are shuffled, or
     a relation between the generators.
   - soundness: the two together, for a prover who is asked again and again (rewound). *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From SsrMultinomials Require Import mpoly.
From SquareDeal Require Import permutation counting.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

(* Item k of f, where k is any number. *)
Definition item T n (default : T) (f : 'I_n -> T) (k : nat) : T :=
  if insub k is Some i then f i else default.

Lemma itemE T n (default : T) (f : 'I_n -> T) (i : 'I_n) : item default f i = f i.
Proof. by rewrite /item valK. Qed.

(* What a prover sends after the weights: ĉ_1 ... ĉ_n; t_1 ... t_5; t̂_1 ... t̂_n. *)
Definition middle (V : Type) n : Type :=
  ({ffun 'I_n -> V} * (V * V * V * V * V) * {ffun 'I_n -> V})%type.
Section Middle.
Variables (V : Type) (n : nat) (m : middle V n).
Definition chat := m.1.1.
Definition t1 := m.1.2.1.1.1.1.
Definition t2 := m.1.2.1.1.1.2.
Definition t3 := m.1.2.1.1.2.
Definition t4 := m.1.2.1.2.
Definition t5 := m.1.2.2.
Definition that := m.2.
End Middle.

(* And after the challenge: s_1 ... s_4; ŝ_1 ... ŝ_n; s'_0 ... s'_(n-1). *)
Definition response (F : Type) n : Type :=
  ((F * F * F * F) * {ffun 'I_n -> F} * 'rV[F]_n)%type.
Section Response.
Variables (F : Type) (n : nat) (s : response F n).
Definition s1 := s.1.1.1.1.1.
Definition s2 := s.1.1.1.1.2.
Definition s3 := s.1.1.1.2.
Definition s4 := s.1.1.2.
Definition shat := s.1.2.
Definition sprime := s.2.
End Response.

Section Shuffle.
Variables (F : finFieldType) (V : lmodType F) (n : nat).
Variables (G H0 K : V) (h X Y : 'I_n -> V).
Notation middle := (middle V n).
Notation response := (response F n).
Implicit Types (u : 'rV[F]_n) (c : 'I_n -> V) (m : middle) (x : F) (s w : response).

Definition shuffled := exists (pi : 'S_n) (e : F), K = e *: G /\ forall j, Y j = e *: X (pi j).

Definition chain m (k : nat) : V := if k is k'.+1 then item 0 (chat m) k' else H0.
Definition Xtilde u := \sum_i u 0 i *: X i.

Definition equation1 c m x s := s1 s *: G == t1 m + x *: (\sum_i c i - \sum_i h i).
Definition equation2 u m x s := s2 s *: G == t2 m + x *: (chain m n - (\prod_i u 0 i) *: H0).
Definition equation3 c u m x s :=
  s3 s *: G + \sum_i sprime s 0 i *: h i == t3 m + x *: \sum_i u 0 i *: c i.
Definition equation4 u m s := \sum_i sprime s 0 i *: Y i == t4 m + s4 s *: Xtilde u.
Definition equation5 m x s := s4 s *: G == t5 m + x *: K.
Definition equation6 m x s i :=
  shat s i *: G + sprime s 0 i *: chain m i == that m i + x *: chat m i.

Definition no_card_kept : bool := [forall i, forall j, Y j != X i].
Definition verify c u m x s : bool :=
  [&& no_card_kept, x != 0, equation1 c m x s, equation2 u m x s, equation3 c u m x s,
      equation4 u m s, equation5 m x s & [forall i, equation6 m x s i]].

(* An opening has the form of a response: sprime holds the u'_j, s4 the key, and the others
   what is hidden by powers of G. r and v, for r̂_(k+1) and u'_k, give R_k in chainR r v k. *)
Fixpoint chainR (r v : nat -> F) k : F := if k is k'.+1 then r k' + v k' * chainR r v k' else 0.
Definition lastR w := chainR (item 0 (shat w)) (item 0 (sprime w 0)) n.
Definition opens c u w : bool :=
  [&& \sum_i c i - \sum_i h i == s1 w *: G,
      lastR w *: G + (\prod_i sprime w 0 i - \prod_i u 0 i) *: H0 == s2 w *: G,
      \sum_i u 0 i *: c i == s3 w *: G + \sum_i sprime w 0 i *: h i,
      \sum_i sprime w 0 i *: Y i == s4 w *: Xtilde u &
      K == s4 w *: G].

Definition extract x s x' s' : response :=
  let d := (x - x')^-1 in
  ((d * (s1 s - s1 s'), d * (s2 s - s2 s'), d * (s3 s - s3 s'), d * (s4 s - s4 s')),
   [ffun i => d * (shat s i - shat s' i)], d *: (sprime s - sprime s')).

(* What two equations a = t + x.y of the same t say of y. *)
Lemma two_responses (t y a b : V) x x' : x != x' -> a = t + x *: y -> b = t + x' *: y ->
  y = (x - x')^-1 *: (a - b).
Proof.
rewrite -subr_eq0 => d0 -> ->.
by rewrite opprD addrACA subrr add0r -scalerBl scalerA mulVf // scale1r.
Qed.

Lemma scale_sum_diff (d : F) (a b : 'rV[F]_n) (v : 'I_n -> V) :
  d *: (\sum_i a 0 i *: v i - \sum_i b 0 i *: v i) = \sum_i (d *: (a - b)) 0 i *: v i.
Proof.
rewrite -sumrB scaler_sumr; apply: eq_bigr => i _.
by rewrite !mxE -scalerBl scalerA.
Qed.

(* ĉ_k, for r̂_(k+1) and u'_k, is G^R_k . H_0^(u'_0 ... u'_(k-1)). *)
Fixpoint chain_of (r v : nat -> F) k : V :=
  if k is k'.+1 then r k' *: G + v k' *: chain_of r v k' else H0.

Lemma chain_of_R r v k : chain_of r v k = chainR r v k *: G + (\prod_(i < k) v i) *: H0.
Proof.
elim: k => [|k IH] /=; first by rewrite big_ord0 scale0r add0r scale1r.
by rewrite IH big_ord_recr /= scalerDr !scalerA addrA -scalerDl [_ * v k]mulrC.
Qed.

Lemma chain_opens m w :
  (forall i, chat m i = shat w i *: G + sprime w 0 i *: chain m i) -> forall k, (k <= n)%N ->
  chain m k = chain_of (item 0 (shat w)) (item 0 (sprime w 0)) k.
Proof.
move=> step; elim=> [|k IH] kn //=; rewrite -(IH (ltnW kn)) -[k]/(val (Ordinal kn)) !itemE.
exact: step.
Qed.

Theorem special_soundness c u m x s x' s' :
  x != x' -> verify c u m x s -> verify c u m x' s' -> opens c u (extract x s x' s').
Proof.
move=> xx /and5P[_ _ /eqP e1 /eqP e2 /and4P[/eqP e3 /eqP e4 /eqP e5 /forallP e6]].
case/and5P=> [_ _ /eqP f1 /eqP f2 /and4P[/eqP f3 /eqP f4 /eqP f5 /forallP f6]].
set w := extract x s x' s'.
have step i : chat m i = shat w i *: G + sprime w 0 i *: chain m i.
  rewrite (two_responses xx (eqP (e6 i)) (eqP (f6 i))) opprD addrACA -!scalerBl scalerDr !scalerA.
  by rewrite /shat /= ffunE /sprime !mxE.
apply/and5P; split; apply/eqP.
- by rewrite (two_responses xx e1 f1) -scalerBl scalerA.
- have := two_responses xx e2 f2; rewrite (chain_opens step (leqnn n)) chain_of_R -scalerBl scalerA => <-.
  rewrite scalerBl addrA; congr (_ + _ *: _ - _).
  by apply: eq_bigr => i _; rewrite itemE.
- rewrite (two_responses xx e3 f3) opprD addrACA -scalerBl scalerDr scalerA.
  by rewrite scale_sum_diff.
- by rewrite -scale_sum_diff e4 f4 opprD addrACA subrr add0r -scalerBl scalerA.
- by rewrite (two_responses xx e5 f5) -scalerBl scalerA.
Qed.

(* G^a . H_0^b . prod h_j^(d_j) = 1, where b and d are not all 0. In a group of prime order there
   always are such a, b and d. What counts is that the following are computed from openings. *)
Definition relation (a b : F) (d : 'rV[F]_n) :=
  a *: G + b *: H0 + \sum_j d 0 j *: h j = 0 /\ (b != 0) || (d != 0).

(* The openings of c, from openings ws for n independent weights, which are the rows of U:
   c_i = G^(openR i) . prod h_j^(openB i j). *)
Definition openB (U : 'M[F]_n) (ws : 'I_n -> response) : 'M[F]_n :=
  invmx U *m \matrix_k sprime (ws k).
Definition openR (U : 'M[F]_n) (ws : 'I_n -> response) : 'cV[F]_n := invmx U *m \col_k s3 (ws k).

Definition relation_sum U ws w :=
  relation (\sum_i openR U ws i 0 - s1 w) 0 (const_mx 1 *m openB U ws - const_mx 1).
Definition relation_product u w :=
  relation (lastR w - s2 w) (\prod_i sprime w 0 i - \prod_i u 0 i) 0.
Definition relation_open U ws u w :=
  relation ((u *m openR U ws) 0 0 - s3 w) 0 (u *m openB U ws - sprime w).

(* Linear combinations of elements. *)
Definition lc l (a : 'rV[F]_l) (v : 'I_l -> V) := \sum_j a 0 j *: v j.
Lemma lc_mul l1 l2 (a : 'rV[F]_l1) (M : 'M[F]_(l1, l2)) v :
  lc (a *m M) v = lc a (fun i => lc (row i M) v).
Proof.
rewrite /lc (eq_bigr (fun j => \sum_i a 0 i *: (M i j *: v j))); last first.
  by move=> j _; rewrite mxE scaler_suml; apply: eq_bigr => i _; rewrite scalerA.
rewrite exchange_big; apply: eq_bigr => i _; rewrite scaler_sumr.
by apply: eq_bigr => j _; rewrite mxE.
Qed.
Lemma lc_ext l (a : 'rV[F]_l) v v' : v =1 v' -> lc a v = lc a v'.
Proof. by move=> e; apply: eq_bigr => i _; rewrite e. Qed.
Lemma lcD l (a : 'rV[F]_l) v v' : lc a (fun i => v i + v' i) = lc a v + lc a v'.
Proof. by rewrite -big_split; apply: eq_bigr => i _; rewrite scalerDr. Qed.
Lemma lcB l (a b : 'rV[F]_l) v : lc (a - b) v = lc a v - lc b v.
Proof. by rewrite /lc -sumrB; apply: eq_bigr => i _; rewrite !mxE scalerBl. Qed.
Lemma lcBv l (a : 'rV[F]_l) v v' : lc a (fun i => v i - v' i) = lc a v - lc a v'.
Proof. by rewrite /lc -sumrB; apply: eq_bigr => i _; rewrite scalerBr. Qed.
Lemma lcZv l (a : 'rV[F]_l) e v : lc a (fun i => e *: v i) = e *: lc a v.
Proof. by rewrite /lc scaler_sumr; apply: eq_bigr => i _; rewrite !scalerA mulrC. Qed.
Lemma lcZ l (a : 'rV[F]_l) (b : 'cV[F]_l) (g : V) : lc a (fun i => b i 0 *: g) = (a *m b) 0 0 *: g.
Proof. by rewrite /lc mxE scaler_suml; apply: eq_bigr => i _; rewrite scalerA. Qed.
Lemma lc_delta l i v : lc (delta_mx 0 i : 'rV[F]_l) v = v i.
Proof.
rewrite /lc (bigD1 i) //= mxE !eqxx scale1r big1 ?addr0 // => j ji.
by rewrite mxE (negbTE ji) andbF scale0r.
Qed.
Lemma lc1 (v : 'I_n -> V) : lc (const_mx 1) v = \sum_i v i.
Proof. by apply: eq_bigr => i _; rewrite mxE scale1r. Qed.

Section FromOpenings.
Variables (c : 'I_n -> V) (U : 'M[F]_n) (ws : 'I_n -> response).
Hypothesis U_unit : U \in unitmx.
Hypothesis U_opens : forall k, opens c (row k U) (ws k).
Let B := openB U ws.

Lemma commitments_open i : c i = openR U ws i 0 *: G + lc (row i B) h.
Proof.
have -> : c i = lc (row i (invmx U) *m U) c by rewrite -row_mul mulVmx // row1 lc_delta.
rewrite lc_mul (@lc_ext _ _ _ (fun k => s3 (ws k) *: G + lc (sprime (ws k)) h)); last first.
  by move=> k; have /and5P[_ _ /eqP] := U_opens k.
rewrite lcD (@lc_ext _ _ (fun k => s3 (ws k) *: G) (fun k => (\col_k s3 (ws k)) k 0 *: G)); last first.
  by move=> k; rewrite mxE.
rewrite lcZ -row_mul mxE; congr (_ + _).
rewrite /B /openB row_mul lc_mul; apply: lc_ext => k; congr lc.
by apply/rowP => j; rewrite !mxE.
Qed.

Lemma weighted_commitments u : lc u c = (u *m openR U ws) 0 0 *: G + lc (u *m B) h.
Proof. by rewrite (lc_ext _ commitments_open) lcD lcZ -lc_mul. Qed.

(* Equation 1: columns have the sum 1. *)
Lemma sum_or_relation u w : opens c u w ->
  relation_sum U ws w \/ (forall j, \sum_i B i j = 1).
Proof.
case/and5P=> /eqP o1 _ _ _ _; have [e|ne] := eqVneq (const_mx 1 *m B) (const_mx 1 : 'rV_n).
  right=> j; move/rowP/(_ j): e; rewrite !mxE => e; rewrite -[RHS]e.
  by apply: eq_bigr => i _; rewrite !mxE mul1r.
left; split; last by rewrite eqxx /= subr_eq0.
rewrite scale0r addr0 -/(lc _ h) lcB lc1.
have := weighted_commitments (const_mx 1); rewrite lc1 => e; move: o1; rewrite e.
set a := _ *: G; set b := lc _ _; set d := \sum_i h i => o1.
have -> : \sum_i openR U ws i 0 = (const_mx 1 *m openR U ws : 'M_1) 0 0.
  by rewrite mxE; apply: eq_bigr => i _; rewrite !mxE mul1r.
by rewrite scalerBl -/a -o1 -[a + b - d]addrA opprD addNKr addNr.
Qed.

(* Equations 2 and 6: the product of all u'_j is that of all u_i. *)
Lemma product_or_relation u w : opens c u w ->
  relation_product u w \/ \prod_i sprime w 0 i = \prod_i u 0 i.
Proof.
case/and5P=> _ /eqP o2 _ _ _.
have [|ne] := eqVneq (\prod_i sprime w 0 i) (\prod_i u 0 i); first by right.
left; split; last by rewrite subr_eq0 ne.
rewrite [X in _ + X = 0]big1 ?addr0; last by move=> i _; rewrite mxE scale0r.
by rewrite [(_ - _) *: G]scalerBl addrAC o2 subrr.
Qed.

(* Equation 3: the u'_j are what B makes of the weights. *)
Lemma open_or_relation u w : opens c u w ->
  relation_open U ws u w \/ sprime w = u *m B.
Proof.
case/and5P=> _ _ /eqP o3 _ _; have [|ne] := eqVneq (sprime w) (u *m B); first by right.
left; split; last by rewrite eqxx /= subr_eq0 eq_sym.
rewrite scale0r addr0 -/(lc _ h) lcB scalerBl.
move: o3; rewrite -/(lc u c) -/(lc _ h) weighted_commitments => o3.
by rewrite addrACA o3 -opprD subrr.
Qed.

(* Equations 4 and 5: if B is that of a permutation, the decks are shuffled. *)
Lemma decks (pi : 'S_n) : G != 0 -> (0 < n)%N -> B = perm_mx pi ->
  (forall k, sprime (ws k) = row k U *m B) -> shuffled.
Proof.
move=> G0 n0 B_pi uB; pose e := s4 (ws (Ordinal n0)).
have o4 k : \sum_i sprime (ws k) 0 i *: Y i = s4 (ws k) *: Xtilde (row k U).
  by have /and5P[_ _ _ /eqP] := U_opens k.
have o5 k : K = s4 (ws k) *: G by have /and5P[_ _ _ _ /eqP] := U_opens k.
have eE k : s4 (ws k) = e.
  apply/eqP; rewrite -subr_eq0; have : (s4 (ws k) - e) *: G == 0.
    by rewrite scalerBl -(o5 k) -(o5 (Ordinal n0)) subrr.
  by rewrite scaler_eq0 (negbTE G0) orbF.
exists (pi^-1)%g, e; split; first exact: o5.
pose z i := Y (pi i) - e *: X i.
have zU k : lc (row k U) z = 0.
  have := o4 k; rewrite eE uB -/(lc _ Y) lc_mul => H.
  rewrite lcBv lcZv -H -/(lc _ X); apply/eqP; rewrite subr_eq0; apply/eqP/lc_ext => i.
  have -> : row i B = delta_mx 0 (pi i) by apply/rowP => j; rewrite B_pi !mxE eq_sym.
  by rewrite lc_delta.
have z0 i : z i = 0.
  have -> : z i = lc (row i (invmx U) *m U) z by rewrite -row_mul mulVmx // row1 lc_delta.
  by rewrite lc_mul /lc big1 // => k _; rewrite -/(lc _ z) zU scaler0.
by move=> j; have /eqP := z0 ((pi^-1)%g j); rewrite subr_eq0 permKV => /eqP.
Qed.
End FromOpenings.

(* Openings wit for the weights in A give a relation, by n + 1 of them. *)
Definition relation_among (A : {set 'rV[F]_n}) (wit : 'rV[F]_n -> response) :=
  exists (us : 'I_n -> 'rV[F]_n) (u : 'rV[F]_n),
  let U := \matrix_k us k in let ws k := wit (us k) in
  [/\ U \in unitmx, forall k, us k \in A, u \in A &
  [\/ relation_sum U ws (wit u), relation_product u (wit u) | relation_open U ws u (wit u)]].

Variable S : {set F}.

Lemma independent_weights (A : {set 'rV[F]_n}) :
  A \subset cube S n -> (#|S| ^ n < #|A| * #|S|)%N ->
  exists us : 'I_n -> 'rV[F]_n, (forall k, us k \in A) /\ \matrix_k us k \in unitmx.
Proof.
move=> AS big; pose M : 'M[F]_(#|A|, n) := \matrix_k (enum_val k : 'rV_n).
have M_full : row_full M.
  apply/negPn/negP => notfull.
  have : cokermx M != 0.
    rewrite -mxrank_eq0 mxrank_coker subn_eq0 -ltnNge ltn_neqAle rank_leq_col andbT.
    exact: notfull.
  case/matrix0Pn=> i [j cij].
  have a0 : col j (cokermx M) != 0.
    by apply: contraNneq cij => /colP/(_ i); rewrite mxE [RHS]mxE => ->.
  have := hyperplane S a0; rewrite leqNgt => /negP; apply; apply: leq_trans big _.
  rewrite leq_mul2r subset_leq_card ?orbT //; apply/subsetP => u uA; rewrite inE.
  rewrite (subsetP AS) //=; apply/eqP.
  have -> : u = row (enum_rank_in uA u) M by rewrite rowK enum_rankK_in.
  by rewrite colE mulmxA -row_mul mulmx_coker row0 mul0mx.
exists (fun k => enum_val (fullrankfun M_full k)); split=> [k|]; first exact: enum_valP.
rewrite (_ : \matrix_k _ = rowsub (fullrankfun M_full) M) ?fullrowsub_unit //.
by apply/row_matrixP => k; rewrite rowK row_rowsub rowK.
Qed.

Hypotheses (n0 : (0 < n)%N) (G0 : G != 0).

Theorem extraction c (A : {set 'rV[F]_n}) (wit : 'rV[F]_n -> response) :
  A \subset cube S n -> (forall u, u \in A -> opens c u (wit u)) ->
  (n * #|S| ^ n < #|A| * #|S|)%N -> shuffled \/ relation_among A wit.
Proof.
move=> AS Aopens big.
have [|us [usA U_unit]] := independent_weights AS.
  by apply: leq_ltn_trans big; rewrite leq_pmull.
set U := \matrix_k us k in U_unit; pose ws k := wit (us k).
have U_opens k : opens c (row k U) (ws k) by rewrite rowK; apply: Aopens.
have found u : u \in A ->
    [\/ relation_sum U ws (wit u), relation_product u (wit u) | relation_open U ws u (wit u)] ->
    relation_among A wit.
  by move=> uA r; exists us, u.
have [all_open|] := boolP [forall u in A, sprime (wit u) == u *m openB U ws]; last first.
  rewrite negb_forall_in => /exists_inP[u uA /eqP ne]; right; apply: (found u uA).
  by have [r|//] := open_or_relation U_unit U_opens (Aopens u uA); constructor 3.
have [all_product|] := boolP [forall u in A, \prod_i sprime (wit u) 0 i == \prod_i u 0 i]; last first.
  rewrite negb_forall_in => /exists_inP[u uA /eqP ne]; right; apply: (found u uA).
  by have [r|//] := product_or_relation (Aopens u uA); constructor 2.
pose k0 := Ordinal n0.
have [r|B1] := sum_or_relation U_unit U_opens (Aopens _ (usA k0)).
  by right; apply: (found _ (usA k0)); constructor 1.
left.
have poly0 : perm_poly (openB U ws) = 0.
  apply/eqP/negPn/negP => poly_not0.
  have := schwartz_zippel S poly_not0 (msize_perm_poly _).
  rewrite leqNgt => /negP; apply; apply: leq_trans big _.
  rewrite leq_mul2r subset_leq_card ?orbT //; apply/subsetP => u uA; rewrite inE.
  rewrite (subsetP AS) //= perm_poly_eval subr_eq0 -(eqP (forall_inP all_product u uA)).
  apply/eqP; apply: eq_bigr => j _; rewrite (eqP (forall_inP all_open u uA)) mxE.
  by apply: eq_bigr => i _; rewrite mulrC.
have [pi B_pi] := permutation_lemma B1 poly0.
apply: (decks U_unit U_opens G0 n0 B_pi) => k.
by rewrite rowK (eqP (forall_inP all_open _ (usA k))).
Qed.

(* A prover is a commitment c, a middle message for each weights, and a response for each
   challenge. One who tosses coins is a distribution of these. It is asked with weights of cube S n
   and challenges of C only. *)
Section Prover.
Variables (C : {set F}) (c : 'I_n -> V).
Variables (P2 : 'rV[F]_n -> middle) (P3 : 'rV[F]_n -> F -> response).

Definition accepts u x := verify c u (P2 u) x (P3 u x).
Definition two u (p : F * F) :=
  [&& p.1 \in C, p.2 \in C, p.1 != p.2, accepts u p.1 & accepts u p.2].
Definition answered : {set 'rV[F]_n} := [set u in cube S n | [exists p, two u p]].
Definition extracted u : response :=
  if [pick p | two u p] is Some p then extract p.1 (P3 u p.1) p.2 (P3 u p.2)
  else ((0, 0, 0, 0), [ffun=> 0], 0).
Definition relation_found := relation_among answered extracted.

Lemma extracted_opens u : u \in answered -> opens c u (extracted u).
Proof.
rewrite inE => /andP[_ /existsP[p twop]].
rewrite /extracted; case: pickP => [p'|/(_ p)]; last by rewrite twop.
by case/and5P=> _ _ ne a a'; apply: special_soundness ne a a'.
Qed.

Theorem soundness :
  [\/ shuffled, relation_found |
    (\sum_(u in cube S n) #|[set x in C | accepts u x]|) * #|S|
      <= (n * #|C| + #|S|) * #|S| ^ n]%N.
Proof.
have answeredS : answered \subset cube S n by apply/subsetP => u; rewrite inE => /andP[].
have [big|small] := ltnP (n * #|S| ^ n) (#|answered| * #|S|).
  by case: (extraction answeredS extracted_opens big) => ?; [constructor 1|constructor 2].
constructor 3.
rewrite -card_cube; apply: two_rounds answeredS _ _; first by rewrite card_cube.
move=> u uS unanswered x y xC yC ax ay.
apply/eqP; apply: contraR unanswered => xy; rewrite inE uS; apply/existsP; exists (x, y).
by rewrite /two /= xC yC xy ax ay.
Qed.
End Prover.
End Shuffle.
