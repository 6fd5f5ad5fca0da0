(* Fiat and Shamir's transformation of a proof with two rounds, without rewinding the prover.

   Both proofs with decks have this shape. What comes first, a statement and (in a shuffle) the
   commitments, is hashed to a digest, and that to weights. A second message is hashed with
   the digest to a challenge. The model's hash gives both at once for the first: the digest σ and
   the weights that follow from it. (Weights that a prover asks of a digest which it doesn't have
   yet are of no use, unless that digest comes later; that is counted.)

   no_forgery: if for each false statement a share of at most k/s of all weights is hiding that
   it is false, and for all others at most the share k/s of the challenges can be answered,
   then a prover who evaluates the hash T times has a valid proof of a false statement with a
   probability of at most (T + 2).(k/s + (T + 2)/|Digest|). The other two are the verifier's. *)
From mathcomp Require Import all_ssreflect.
From SquareDeal Require Import oracle.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section FiatShamir.
Variables (Digest Weights Challenge : finType) (First Second : eqType) (Response : Type).
Notation answer := (prod_finType (prod_finType Digest Weights) Challenge).
Notation request := (sum_eqType First (prod_eqType Digest Second)).
Variables (Point : finType) (point : request -> Point).

Definition digest (a : answer) := a.1.1.
Definition weights (a : answer) := a.1.2.
Definition challenge (a : answer) := a.2.

Variable false : pred First.
Variable accepts : First -> Weights -> Second -> Challenge -> Response -> bool.
Variable hiding : First -> {set Weights}.
Variable answerable : First -> Weights -> Second -> pred Challenge.
Variables k s : nat.
Hypothesis accepts_answerable : forall f u m x r, accepts f u m x r -> answerable f u m x.
Hypothesis few_hiding : forall f, false f -> (#|hiding f| * s <= k * #|Weights|)%N.
Hypothesis few_challenges : forall f u m, false f -> u \notin hiding f ->
  (#|[set x | answerable f u m x]| * s <= k * #|Challenge|)%N.

Notation hash := {ffun Point -> answer}.
Notation entries := (seq (request * answer)).
Notation prover := (prover answer request (First * Second * Response)).
Implicit Types (H : hash) (L : entries) (f : First) (d : Digest) (m : Second) (a : answer).

(* The verifier evaluates the hash after the prover. *)
Fixpoint verified (p : prover) : prover :=
  match p with
  | Output (f, m, r) => Ask (inl f) (fun a => Ask (inr (digest a, m)) (fun _ => Output _ _ (f, m, r)))
  | Ask r next => Ask r (fun a => verified (next a))
  end.

Definition forged H (p : prover) : bool :=
  let: (f, m, r) := output point H p in
  let a := H (point (inl f)) in
  false f && accepts f (weights a) m (challenge (H (point (inr (digest a, m))))) r.

(* A digest of an entry, and the weights of the first message that has it. *)
Definition digest_of (e : request * answer) : Digest :=
  match e.1 with inl _ => digest e.2 | inr (d, _) => d end.
Fixpoint hashed d L : option (First * Weights) :=
  match L with
  | (inl f, a) :: L' => if digest a == d then Some (f, weights a) else hashed d L'
  | _ :: L' => hashed d L'
  | [::] => None
  end.

(* Bad are digests that came before, hiding weights, and challenges that can be answered. *)
Definition bad L (r : request) a : bool :=
  match r with
  | inl f => (digest a \in map digest_of L) || false f && (weights a \in hiding f)
  | inr (d, m) =>
      if hashed d L is Some (f, u)
      then [&& false f, u \notin hiding f & answerable f u m (challenge a)] else ~~ true
  end.

Lemma few_bad T L r : (size L < T)%N ->
  (#|[set a | bad L r a]| * (s * #|Digest|) <= (k * #|Digest| + T * s) * #|{: answer}|)%N.
Proof.
move=> sizeL; rewrite !card_prod.
set D := #|Digest|; set U := #|Weights|; set C := #|Challenge|.
case: r => [f|[d m]].
  pose again := [set a : answer | digest a \in map digest_of L].
  pose hides := [set a : answer | false f && (weights a \in hiding f)].
  have again_few : (#|again| * D <= T * (D * U * C))%N.
    have -> : again = setX (setX [set x in map digest_of L] [set: Weights]) [set: Challenge].
      by apply/setP => -[[x u] c]; rewrite !inE !andbT.
    rewrite !cardsX !cardsT -/U -/C; set N := #|_|.
    have NT : (N <= T)%N by rewrite /N cardsE (leq_trans (card_size _)) // size_map ltnW.
    by have := leq_mul NT (leqnn (D * U * C)); congr (_ <= _)%N; ring.
  have hides_few : (#|hides| * s <= k * (D * U * C))%N.
    have [ff|tf] := boolP (false f); last first.
      by rewrite (_ : hides = set0) ?cards0 //; apply/setP => a; rewrite !inE (negbTE tf).
    have -> : hides = setX (setX [set: Digest] (hiding f)) [set: Challenge].
      by apply/setP => -[[x u] c]; rewrite !inE ff andbT.
    rewrite !cardsX !cardsT -/D -/C.
    by have := leq_mul (few_hiding ff) (leqnn (D * C)); rewrite -/U; congr (_ <= _)%N; ring.
  have -> : [set a | bad L (inl f) a] = again :|: hides by apply/setP => a; rewrite !inE.
  apply: leq_trans (leq_mul (leq_card_setU again hides) (leqnn _)) _.
  have := leq_add (leq_mul hides_few (leqnn D)) (leq_mul again_few (leqnn s)).
  by congr (_ <= _)%N; ring.
rewrite /bad; case: (hashed d L) => [[f u]|]; last first.
  by rewrite (_ : [set a | _] = set0) ?cards0 //; apply/setP => a; rewrite !inE.
have [ff|tf] := boolP (false f); last first.
  by rewrite (_ : [set a | _] = set0) ?cards0 //; apply/setP => a; rewrite !inE.
have [uh|unh] := boolP (u \in hiding f).
  by rewrite (_ : [set a | _] = set0) ?cards0 //; apply/setP => a; rewrite !inE.
have -> : [set a : answer | [&& true, true & answerable f u m (challenge a)]]
    = setX (setX [set: Digest] [set: Weights]) [set x | answerable f u m x].
  by apply/setP => -[[x v] c]; rewrite !inE.
rewrite !cardsX !cardsT -/D -/U; set N := #|_|.
apply: (@leq_trans (k * D * (D * U * C))); last by rewrite leq_mul2r leq_addr orbT.
have := leq_mul (few_challenges m ff unh) (leqnn (D * U * D)); rewrite -/C -/N.
by congr (_ <= _)%N; ring.
Qed.

(* What a log without bad answers shows. *)
Lemma weights_show L f a :
  ~~ some_bad bad L -> (inl f, a) \in L -> false f -> weights a \notin hiding f.
Proof.
elim: L => [//|[r b] L IH] /=; rewrite negb_or => /andP[not_bad good].
rewrite inE => /orP[/eqP[rf ab] ff|]; last exact: IH.
by move: not_bad; rewrite -rf -ab /= ff negb_or => /andP[].
Qed.

Lemma hashed_first L f a : ~~ some_bad bad L -> (inl f, a) \in L ->
  hashed (digest a) L = Some (f, weights a).
Proof.
elim: L => [//|[r b] L IH] /=; rewrite negb_or => /andP[not_bad good].
rewrite inE => /orP[/eqP[<- ->]|aL]; first by rewrite eqxx.
case: r not_bad => [f' not_bad|[d m] _]; last exact: IH.
case: eqP => [same|_]; last exact: IH.
case/negP: not_bad; apply/orP; left; rewrite same.
by apply/mapP; exists (inl f, a).
Qed.

Lemma no_answer L f a m b : ~~ some_bad bad L -> (inl f, a) \in L ->
  (inr (digest a, m), b) \in L -> false f -> ~~ answerable f (weights a) m (challenge b).
Proof.
elim: L => [//|[r c] L IH] good; have := good; rewrite /= negb_or => /andP[not_bad good'].
rewrite !inE => /orP[/eqP[rf ac]|aL] /orP[/eqP[rm bc]|bL] ff; first by rewrite -rf in rm.
- case/negP: not_bad; rewrite -rf /=; apply/orP; left; rewrite -ac.
  by apply/mapP; exists (inr (digest a, m), b).
- move: not_bad; rewrite -rm /= (hashed_first good' aL) ff (weights_show good' aL ff) /=.
  by rewrite -bc.
exact: IH good' aL bL ff.
Qed.

Lemma asks_verified T p : asks_at_most T p -> asks_at_most T.+2 (verified p).
Proof. by elim: p T => [[[f m] s']|r next IH] [|T] //= asks a; apply/IH/asks. Qed.

Lemma requests_verified H p : let: (f, m, _) := output point H p in
  inl f \in requests point H (verified p) /\
  inr (digest (H (point (inl f))), m) \in requests point H (verified p).
Proof.
elim: p => [[[f m] r]|r next IH] /=; first by rewrite !inE !eqxx orbT.
have := IH (H (point r)); case: (output point H _) => [[f m] r'] [f_in m_in].
by rewrite !inE f_in m_in !orbT.
Qed.

Definition clashes H p := clash point (requests point H (verified p)).

Theorem no_forgery T p : asks_at_most T p ->
  (#|[set H : hash | forged H p && ~~ clashes H p]| * (s * #|Digest|)
    <= T.+2 * (k * #|Digest| + T.+2 * s) * #|{: hash}|)%N.
Proof.
move=> asks; pose some H := some_bad bad (log point H (verified p) [::]).
apply: leq_trans (_ : _ <= #|[set H | some H]| * (s * #|Digest|))%N _; last first.
  apply: union_bound (asks_verified asks) => L r; exact: few_bad.
rewrite leq_mul2r subset_leq_card ?orbT //; apply/subsetP => H; rewrite !inE.
case/andP=> forgery no_clash; apply/negPn/negP => good.
have := requests_verified H p; move: forgery; rewrite /forged.
case: (output point H p) => [[f m] r] /andP[ff /accepts_answerable can] [first second].
have in_log q : q \in requests point H (verified p) ->
    (q, H (point q)) \in log point H (verified p) [::].
  by apply: (logged no_clash).
by have := no_answer good (in_log _ first) (in_log _ second) ff; rewrite can.
Qed.
End FiatShamir.
