(* Equations checked together: sra's Batch, and one proof by itself, which is a batch of one.

   The product of all equations of all proofs is formed, each raised to a weight. In it,
   one weight is 1, that of the first proof's leading equation: equation 4 of a shuffle
   where exponents are short (integers), equation 3 in ristretto255, where it is -1/x, the second
   one of a decryption, and the only one of a key. In ristretto255, the weights of equations 1 and
   3 of each shuffle have a factor -1/x. All other weights are random (product.go and addTo in
   shuffleequations.go).

   - batch_complete: if all proofs are valid, the product holds.
   - batch_sound: if one isn't, at most 1/|S| of all weights accept.
   - verify_sound: at most 2/|S|, if each proof is checked by itself when the product doesn't hold.
   - batch_groups: the same for proofs in several groups, with a product for each.
   - soundness_batch, soundness_117: a shuffle's soundness with such a verifier. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From SquareDeal Require Import counting decryption shuffle.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

Section Differences.
Variables (F : finFieldType) (V : lmodType F) (n : nat).
Variables (G H0 K : V) (h X Y c : 'I_n -> V).
Variables (u : 'rV[F]_n) (m : middle V n) (x : F) (s : response F n).

(* The left side of each equation of a shuffle divided by the right one. *)
Definition difference1 := s1 s *: G - (t1 m + x *: (\sum_i c i - \sum_i h i)).
Definition difference2 := s2 s *: G - (t2 m + x *: (chain H0 m n - (\prod_i u 0 i) *: H0)).
Definition difference3 :=
  s3 s *: G + \sum_i sprime s 0 i *: h i - (t3 m + x *: \sum_i u 0 i *: c i).
Definition difference4 := \sum_i sprime s 0 i *: Y i - (t4 m + s4 s *: Xtilde X u).
Definition difference5 := s4 s *: G - (t5 m + x *: K).
Definition difference6 i :=
  shat s i *: G + sprime s 0 i *: chain H0 m i - (that m i + x *: chat m i).
Definition differences6 := [seq difference6 i | i <- enum 'I_n].
Definition differences : seq V :=
  [:: difference1; difference2; difference3; difference4; difference5] ++ differences6.

Lemma verify_differences : verify G H0 K h X Y c u m x s =
  [&& no_card_kept X Y, x != 0 & all (pred1 0) differences].
Proof.
rewrite /verify; congr [&& _, _ & _].
rewrite /differences all_cat /= andbT !subr_eq0 -!andbA; do 5!congr (_ && _).
rewrite all_map; apply/forallP/allP => [e i _|e i]; first by rewrite /= subr_eq0; apply: e.
by have := e i (mem_enum _ i); rewrite /= subr_eq0.
Qed.
End Differences.

Section Batch.
Variables (F : finFieldType) (V : lmodType F).
Variables (G H0 : V) (h : nat -> V).
Variable short : bool. (* exponents: integers, not ristretto255 *)
Variable S : {set F}.

(* A proof that has been read, with its statement, weights and challenge. *)
Inductive proof :=
| KeyProof (K t : V) (x s : F)
| DecryptionProof n (K : V) (C D : 'I_n -> V) (u : 'rV[F]_n) (t : V * V) (x s : F)
| ShuffleProof n (K : V) (X Y c : 'I_n -> V) (u : 'rV[F]_n) (m : middle V n) (x : F)
    (s : response F n).

Definition valid (p : proof) : bool :=
  match p with
  | KeyProof K t x s => key_accepts G K t x s
  | DecryptionProof _ K C D u t x s => decryption_accepts G K C D u t x s
  | ShuffleProof _ K X Y c u m x s => verify G H0 K (fun i => h i) X Y c u m x s
  end.

(* What is checked by itself: all but the equations. *)
Definition parsed (p : proof) : bool :=
  if p is ShuffleProof _ _ X Y _ _ _ x _ then no_card_kept X Y && (x != 0) else true.

Definition leading (p : proof) : V :=
  match p with
  | KeyProof K t x s => s *: G - (t + x *: K)
  | DecryptionProof _ K C D u t x s => s *: weighted u D - (t.2 + x *: weighted u C)
  | ShuffleProof _ K X Y c u m x s =>
      if short then difference4 X Y u m s else - x^-1 *: difference3 G (fun i => h i) c u m x s
  end.
Definition others (p : proof) : seq V :=
  match p with
  | KeyProof _ _ _ _ => [::]
  | DecryptionProof _ K _ _ _ t x s => [:: s *: G - (t.1 + x *: K)]
  | ShuffleProof _ K X Y c u m x s =>
      let d1 := difference1 G (fun i => h i) c m x s in
      let d3 := difference3 G (fun i => h i) c u m x s in
      let d4 := difference4 X Y u m s in
      [:: if short then d1 else - x^-1 *: d1; difference2 G H0 u m x s; if short then d3 else d4;
          difference5 G K m x s] ++ differences6 G H0 m x s
  end.

Lemma valid_differences p : parsed p -> valid p = all (pred1 0) (leading p :: others p).
Proof.
case: p => [K t x s|n K C D u t x s|n K X Y c u m x s] /=.
- by rewrite andbT subr_eq0.
- by rewrite andbT !subr_eq0 andbC.
case/andP=> kept x0; rewrite verify_differences kept x0 /=.
by case: ifP => _; rewrite ?scaler_eq0 ?oppr_eq0 ?invr_eq0 ?(negbTE x0) /=; do 5!case: (_ == 0).
Qed.

Definition terms p : seq V := leading p :: others p.

(* w has as many weights as there are equations, or more. *)
Definition product (ps : seq proof) k (w : 'rV[F]_k) : V :=
  if ps is p :: ps' then leading p + \sum_i w 0 i *: (others p ++ flatten (map terms ps'))`_i
  else 0.
Definition equations (ps : seq proof) : nat := size (flatten (map terms ps)).
Definition batch_accepts (ps : seq proof) k (w : 'rV[F]_k) : bool :=
  all parsed ps && (product ps w == 0).

Lemma valid_parsed p : valid p -> parsed p.
Proof. by case: p => // n K X Y c u m x s /and3P[] /= -> ->. Qed.

Lemma all_valid ps : all parsed ps ->
  all valid ps = all (pred1 0) (flatten (map terms ps)).
Proof.
elim: ps => [|p ps IH] //= /andP[pp pps].
by rewrite valid_differences // IH // all_cat andbA.
Qed.

Lemma all_zero (l : seq V) i : all (pred1 0) l -> l`_i = 0.
Proof.
move=> zero; have [il|li] := ltnP i (size l); last by rewrite nth_default.
exact: eqP (all_nthP 0 zero i il).
Qed.

Theorem batch_complete ps k (w : 'rV[F]_k) : all valid ps -> batch_accepts ps w.
Proof.
move=> ok; have pps : all parsed ps by apply: sub_all ok; apply: valid_parsed.
rewrite /batch_accepts pps /=; move: ok; rewrite all_valid // => {pps}.
case: ps => [|p ps] //= /andP[/eqP -> zero]; rewrite add0r big1 // => i _.
by rewrite all_zero // scaler0.
Qed.

Theorem batch_sound ps k : ~~ all valid ps -> (equations ps <= k.+1)%N ->
  (#|[set w in cube S k | batch_accepts ps w]| * #|S| <= #|S| ^ k)%N.
Proof.
move=> bad sizek; have [pps|unparsed] := boolP (all parsed ps); last first.
  rewrite (_ : [set w in _ | _] = set0) ?cards0 //; apply/setP => w.
  by rewrite !inE /batch_accepts (negbTE unparsed) andbF.
rewrite (eq_card (B := [set w in cube S k | product ps w == 0])); last first.
  by move=> w; rewrite !inE /batch_accepts pps.
case: ps bad sizek pps => [|p ps] // bad; rewrite /equations /= ltnS => sizek pps.
apply: combination; move: bad; rewrite all_valid //= negb_and.
case: (leading p != 0) => //=; rewrite -has_predC => /(has_nthP 0)[i il bad].
by apply/existsP; exists (Ordinal (leq_trans il sizek)).
Qed.

(* If the product doesn't hold, each proof is checked by itself, with weights of its own: all
   proofs are accepted only if the product holds, or p does, which isn't valid. *)
Corollary verify_sound ps1 p ps2 k k1 :
  ~~ valid p -> (equations (ps1 ++ p :: ps2) <= k.+1)%N -> (equations [:: p] <= k1.+1)%N ->
  (#|[set w : 'rV[F]_k * 'rV[F]_k1 | [&& w.1 \in cube S k, w.2 \in cube S k1 &
      batch_accepts (ps1 ++ p :: ps2) w.1 || batch_accepts [:: p] w.2]]| * #|S|
    <= 2 * (#|S| ^ k * #|S| ^ k1))%N.
Proof.
move=> bad sizek sizek1; set ps := ps1 ++ _ in sizek *.
have bad_ps : ~~ all valid ps by rewrite all_cat /= (negbTE bad) andbF.
have bad_p : ~~ all valid [:: p] by rewrite /= andbT.
pose A := [set w in cube S k | batch_accepts ps w].
pose B := [set w in cube S k1 | batch_accepts [:: p] w].
apply: leq_trans (_ : _ <= #|setX A (cube S k1) :|: setX (cube S k) B| * #|S|)%N _.
  rewrite leq_mul2r subset_leq_card ?orbT //; apply/subsetP => -[w w1]; rewrite !inE /=.
  by case/and3P=> -> -> /orP[] ->; rewrite ?orbT.
apply: leq_trans (leq_mul (leq_card_setU _ _) (leqnn _)) _.
rewrite !cardsX !card_cube mulnDl mul2n -addnn leq_add //.
  by rewrite mulnAC leq_mul2r batch_sound ?orbT.
by rewrite -mulnA leq_mul2l batch_sound ?orbT.
Qed.

(* The groups' products have weights of their own: t stands for the others' weights. *)
Corollary batch_groups (T : finType) (others_accept : pred T) ps k :
  ~~ all valid ps -> (equations ps <= k.+1)%N ->
  (#|[set wt : 'rV[F]_k * T |
      [&& wt.1 \in cube S k, batch_accepts ps wt.1 & others_accept wt.2]]| * #|S|
    <= #|S| ^ k * #|T|)%N.
Proof.
move=> bad sizek; apply: leq_trans (_ : _ <= #|[set w in cube S k | batch_accepts ps w]| * #|T| * #|S|)%N _.
  rewrite leq_mul2r -cardsT -cardsX subset_leq_card ?orbT //; apply/subsetP => -[w t].
  by rewrite !inE /= => /and3P[-> ->].
by rewrite mulnAC leq_mul2r batch_sound ?orbT.
Qed.
End Batch.

Section Prover.
Variables (F : finFieldType) (V : lmodType F) (n : nat).
Variables (G H0 K : V) (h : nat -> V) (X Y : 'I_n -> V).
Variables (short : bool) (S C : {set F}) (c : 'I_n -> V).
Variables (P2 : 'rV[F]_n -> middle V n) (P3 : 'rV[F]_n -> F -> response F n).
Hypotheses (n0 : (0 < n)%N) (G0 : G != 0).
Let hn (i : 'I_n) := h i.

Let accepts u x (w : 'rV[F]_(4 + n)) :=
  batch_accepts G H0 h short [:: ShuffleProof K X Y c u (P2 u) x (P3 u x)] w.

Theorem soundness_batch :
  [\/ shuffled G K X Y, relation_found G H0 K hn X Y S C c P2 P3 |
    (\sum_(u in cube S n) \sum_(x in C) #|[set w in cube S (4 + n) | accepts u x w]|) * #|S|
      <= (n * #|C| + #|S| + #|C|) * #|S| ^ n * #|S| ^ (4 + n)]%N.
Proof.
have [sh|rel|B] := soundness H0 K hn X Y S n0 G0 C c P2 P3; [by constructor 1|by constructor 2|].
constructor 3; pose ok u x := shuffle.accepts G H0 K hn X Y c P2 P3 u x.
have each u x : (#|[set w in cube S (4 + n) | accepts u x w]| * #|S|
    <= ok u x * (#|S| ^ (4 + n) * #|S|) + #|S| ^ (4 + n))%N.
  have [_|bad] := boolP (ok u x).
    rewrite mul1n (leq_trans _ (leq_addr _ _)) // leq_mul2r -card_cube subset_leq_card ?orbT //.
    by apply/subsetP => w; rewrite inE => /andP[].
  rewrite mul0n add0n; apply: batch_sound; first by rewrite /= andbT.
  by rewrite /equations /= cats0 /= size_map size_enum_ord.
rewrite big_distrl /=; apply: leq_trans (_ : _ <= \sum_(u in cube S n)
    (#|[set x in C | ok u x]| * (#|S| ^ (4 + n) * #|S|) + #|C| * #|S| ^ (4 + n)))%N _.
  apply: leq_sum => u _; rewrite big_distrl /=; apply: leq_trans (leq_sum _ (fun x _ => each u x)) _.
  rewrite big_split /= sum_nat_const -big_distrl leq_add2r leq_mul2r; apply/orP; right.
  by rewrite -sum1dep_card [X in (_ <= X)%N]big_mkcondr; apply: leq_sum => x _; case: (ok u x).
rewrite big_split /= sum_nat_const -big_distrl /= card_cube.
set A := (\sum_(u in _) _)%N in B *; set T := (#|S| ^ (4 + n))%N.
have -> : (A * (T * #|S|) = A * #|S| * T)%N by rewrite [(T * _)%N]mulnC mulnA.
have -> : (#|S| ^ n * (#|C| * T) = #|C| * #|S| ^ n * T)%N by rewrite mulnCA mulnA.
by rewrite -mulnDl leq_mul2r [((_ + #|C|) * _)%N]mulnDl leq_add2r B orbT.
Qed.

(* With numbers of 128 bits, and up to 1,024 cards. *)
Corollary soundness_117 : #|S| = (2 ^ 128)%N -> #|C| = (2 ^ 128)%N -> (n <= 1024)%N ->
  [\/ shuffled G K X Y, relation_found G H0 K hn X Y S C c P2 P3 |
    (\sum_(u in cube S n) \sum_(x in C) #|[set w in cube S (4 + n) | accepts u x w]|) * 2 ^ 117
      < #|cube S n| * #|C| * #|cube S (4 + n)|]%N.
Proof.
have : (2 ^ 128 = 2 ^ 11 * 2 ^ 117)%N by rewrite -expnD.
have : (0 < 2 ^ 117)%N by rewrite expn_gt0.
move: (2 ^ 128)%N (2 ^ 117)%N => Q E E0 QE cS cC n1024.
have Q0 : (0 < Q)%N by rewrite QE muln_gt0 expn_gt0 E0.
have [sh|rel|B] := soundness_batch; [by constructor 1|by constructor 2|constructor 3].
rewrite !card_cube; move: B; set A := (\sum_(u in _) _)%N; rewrite cS cC -!mulSnr.
set P := (Q ^ n)%N; set T := (Q ^ (4 + n))%N => B.
have PT0 : (0 < P * T)%N by rewrite muln_gt0 !expn_gt0 Q0.
have {B} B : (A <= n.+2 * (P * T))%N.
  by move: B; rewrite -[(_ * P * T)%N]mulnA mulnAC leq_pmul2r.
apply: leq_ltn_trans (leq_mul B (leqnn _)) _.
rewrite [(P * Q * T)%N]mulnAC [(n.+2 * _)%N]mulnC -mulnA ltn_pmul2l // QE ltn_pmul2r //.
by apply: (@leq_ltn_trans 1026).
Qed.
End Prover.
