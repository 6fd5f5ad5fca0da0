(* Provers who evaluate a hash, as often and in any order they like, with requests that depend on
   the answers before.

   The hash is a function H from points (byte strings) to answers, uniformly drawn from all of
   them. A prover asks requests. What is hashed is the point of a request; a request may hold
   more, namely how the prover made what it hashes (shuffle_forgery.v).

   union_bound: if each answer is bad with a probability of at most b/M, whatever was answered
   before, then T evaluations give a bad answer with a probability of at most T.b/M. *)
From mathcomp Require Import all_ssreflect.
From SquareDeal Require Import counting.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.

Section Oracle.
Variables (Point Answer : finType) (Request : eqType) (point : Request -> Point).
Variable Out : Type.
Notation hash := {ffun Point -> Answer}.
Implicit Types (H : hash) (r : Request) (a : Answer) (L : seq (Request * Answer)).

(* A prover asks a request, and goes on as the answer has it; at last it has an output. *)
Inductive prover := Output (o : Out) | Ask (r : Request) (next : Answer -> prover).

Fixpoint asks_at_most (T : nat) (p : prover) : Prop :=
  match p, T with
  | Output _, _ => True
  | Ask _ _, 0 => False
  | Ask _ next, T'.+1 => forall a, asks_at_most T' (next a)
  end.

Fixpoint output H (p : prover) : Out :=
  match p with Output o => o | Ask r next => output H (next (H (point r))) end.

Fixpoint requests H (p : prover) : seq Request :=
  match p with Output _ => [::] | Ask r next => r :: requests H (next (H (point r))) end.

(* Answers to what wasn't asked before, the last one first, after those in L. *)
Definition known L r := point r \in [seq point e.1 | e <- L].
Fixpoint log H (p : prover) L :=
  match p with
  | Output _ => L
  | Ask r next => let a := H (point r) in log H (next a) (if known L r then L else (r, a) :: L)
  end.

Variable bad : seq (Request * Answer) -> Request -> Answer -> bool.
Fixpoint some_bad L := if L is e :: L' then bad L' e.1 e.2 || some_bad L' else false.

Definition agrees L H := all (fun e => H (point e.1) == e.2) L.

Lemma known_answer L H r : agrees L H -> known L r ->
  exists2 e, e \in L & H (point r) = e.2.
Proof.
move=> /allP ok /mapP[e eL ->]; exists e => //; exact/eqP/ok.
Qed.

(* An answer that isn't known is uniformly distributed. *)
Lemma card_agrees L r a : ~~ known L r ->
  (#|[set H | agrees ((r, a) :: L) H]| * #|Answer| = #|[set H | agrees L H]|)%N.
Proof.
move=> unknown; pose set_at (Ha : hash * Answer) : hash :=
  [ffun y => if y == point r then Ha.2 else Ha.1 y].
have keeps H b : agrees L (set_at (H, b)) = agrees L H.
  apply: eq_in_all => e eL; rewrite ffunE; case: (point e.1 =P point r) => // same.
  by case/negP: unknown; apply/mapP; exists e.
rewrite -cardsT -cardsX -(card_in_imset (f := set_at)); last first.
  move=> [H b] [H' b']; rewrite !inE /= => /andP[/andP[/eqP Hr _] _] /andP[/andP[/eqP Hr' _] _].
  move/ffunP=> same; have := same (point r); rewrite !ffunE eqxx /= => ->.
  congr (_, _); apply/ffunP => y; have := same y; rewrite !ffunE.
  by case: eqP => // -> _; rewrite Hr Hr'.
congr #|pred_of_set _|; apply/setP => H; rewrite inE; apply/imsetP/idP.
  by case=> [[H' b]]; rewrite !inE /= => /andP[/andP[_ ok] _] ->; rewrite keeps.
move=> ok; exists (set_at (H, a), H (point r)).
  by rewrite !inE /= keeps ok ffunE !eqxx.
by apply/ffunP => y; rewrite !ffunE; case: eqP => // ->.
Qed.

Theorem union_bound (T b M : nat) :
  (forall L r, (size L < T)%N -> #|[set a | bad L r a]| * M <= b * #|Answer|)%N ->
  forall p, asks_at_most T p ->
  (#|[set H | some_bad (log H p [::])]| * M <= T * b * #|{: hash}|)%N.
Proof.
move=> bound p Tp.
suff main t L q : asks_at_most t q -> (size L + t <= T)%N -> ~~ some_bad L ->
    (#|[set H | agrees L H && some_bad (log H q L)]| * M
      <= t * b * #|[set H | agrees L H]|)%N.
  have := main T [::] p Tp (leqnn _) isT.
  by rewrite [in X in (_ <= X)%N](eq_card (B := {: hash})) // => H; rewrite !inE.
elim: t L q => [|t IH] L [o|r next] //= asks sizeL good.
- rewrite (_ : [set H | _] = set0) ?cards0 //.
  by apply/setP => H; rewrite !inE (negbTE good) andbF.
- rewrite (_ : [set H | _] = set0) ?cards0 //.
  by apply/setP => H; rewrite !inE (negbTE good) andbF.
have [old|new] := boolP (known L r).
  have [|none] := pickP (fun H => agrees L H); last first.
    by rewrite (_ : [set H | _] = set0) ?cards0 //; apply/setP => H; rewrite !inE none.
  move=> H1 ok1; have [e eL _] := known_answer ok1 old.
  have /mapP[e' e'L same] := old.
  have answer H : agrees L H -> H (point r) = e'.2 by move/allP/(_ _ e'L)/eqP; rewrite same.
  rewrite (eq_card (B := [set H | agrees L H && some_bad (log H (next e'.2) L)])); last first.
    by move=> H; rewrite !inE; case: (boolP (agrees L H)) => //= ok; rewrite answer.
  apply: leq_trans (IH L (next e'.2) (asks _) _ good) _.
    by apply: leq_trans sizeL; rewrite leq_add2l.
  by rewrite leq_mul2r leq_mul2r leqnSn !orbT.
set N := #|[set H | agrees L H]|.
have sizet a : (size ((r, a) :: L) + t <= T)%N by rewrite /= addSnnS.
have -> : #|[set H | agrees L H && some_bad (log H (next (H (point r))) ((r, H (point r)) :: L))]|
    = (\sum_a #|[set H | agrees ((r, a) :: L) H && some_bad (log H (next a) ((r, a) :: L))]|)%N.
  rewrite -sum1dep_card (partition_big (fun H : hash => H (point r)) xpredT) //=.
  apply: eq_bigr => a _; rewrite sum1dep_card; apply: eq_card => H; rewrite !inE /=.
  by case: eqP => [->|_]; rewrite ?andbT ?andbF.
rewrite big_distrl /= (eq_bigl (fun a => a \in [set: Answer])); last by move=> a; rewrite inE.
pose N1 a := #|[set H | agrees ((r, a) :: L) H]|.
have N1A a : (N1 a * #|Answer| = N)%N by apply: card_agrees.
case: (posnP #|Answer|) => [A0|A0].
  rewrite big1 // => a; have : (0 < #|Answer|)%N by apply/card_gt0P; exists a.
  by rewrite A0.
have [a0 _] := card_gt0P A0.
have N1E a : N1 a = N1 a0 by apply/eqP; rewrite -(eqn_pmul2r A0) !N1A.
have each a : a \in [set: Answer] ->
    (#|[set H | agrees ((r, a) :: L) H && some_bad (log H (next a) ((r, a) :: L))]| * M
      <= (a \in [set a | bad L r a]) * (N1 a0 * M) + t * b * N1 a0)%N.
  move=> _; rewrite inE -(N1E a); case: (boolP (bad L r a)) => [_|good_a].
    rewrite mul1n (leq_trans _ (leq_addr _ _)) // leq_mul2r subset_leq_card ?orbT //.
    by apply/subsetP => H; rewrite !inE => /andP[].
  by rewrite mul0n add0n; apply: IH; [exact: asks | exact: sizet | rewrite /= negb_or good_a].
have badT : [set a | bad L r a] \subset [set: Answer] by apply/subsetP.
apply: leq_trans (sum_with_exceptions badT each) _; rewrite cardsT.
rewrite mulSn mulnDl -(N1A a0) leq_add //.
  rewrite mulnCA [(b * _)%N]mulnCA leq_mul2l bound ?orbT //.
  by apply: leq_trans sizeL; rewrite addnS ltnS leq_addr.
by rewrite mulnC -mulnA.
Qed.

(* Two different requests of the same point. *)
Definition clash (rs : seq Request) : bool :=
  has (fun r => has (fun r' => (point r == point r') && (r != r')) rs) rs.

Lemma no_clash rs r r' : ~~ clash rs -> r \in rs -> r' \in rs -> point r = point r' -> r = r'.
Proof.
move=> none rrs r'rs same; apply/eqP; apply: contraR none => ne.
by apply/hasP; exists r => //; apply/hasP; exists r' => //; rewrite same eqxx.
Qed.

Lemma log_keeps H p L : {subset L <= log H p L}.
Proof.
elim: p L => [o|r next IH] L e eL //=; apply: IH.
by case: ifP => // _; rewrite inE eL orbT.
Qed.

Lemma logged H p L rs r : ~~ clash rs -> agrees L H -> {subset [seq e.1 | e <- L] <= rs} ->
  {subset requests H p <= rs} -> r \in requests H p -> (r, H (point r)) \in log H p L.
Proof.
move=> none; elim: p L => [o|r1 next IH] L ok Lrs prs //=.
have r1rs : r1 \in rs by apply: prs; rewrite mem_head.
have rest : {subset requests H (next (H (point r1))) <= rs}.
  by move=> r2 H2; apply: prs; rewrite inE H2 orbT.
rewrite inE => /orP[/eqP ->|r_rest]; last first.
  apply: IH => //; case: ifP => //= _; first by rewrite eqxx.
  by move=> r2; rewrite inE => /orP[/eqP ->|/Lrs].
apply: log_keeps; case: ifP => [/mapP[[r2 a] eL /= same]|]; last by rewrite mem_head.
have -> : r1 = r2 by apply: (no_clash none) => //; apply: Lrs; apply/mapP; exists (r2, a).
by have /eqP -> := allP ok _ eL.
Qed.
End Oracle.
