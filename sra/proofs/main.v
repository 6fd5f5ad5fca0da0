(* All together, in an abelian group of prime order q >= 2^128 (mathcomp writes it additively), with
   weights and challenges of 128 bits, digests of 256, and up to 1,024 cards. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From SquareDeal Require Import counting group decryption shuffle batch oracle fiat_shamir.
From SquareDeal Require Import decryption_forgery shuffle_forgery.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.
Local Open Scope ring_scope.

(* With Q for 2^128, and so Q.Q digests: T.(n.Q^2 + T.Q)/Q^3 is at most T.(n + 1)/Q, and that at most
   T/R for Q = b.R and n < b. *)
Lemma share Q b R (a T n N : nat) : (Q = b * R)%N -> (0 < Q)%N -> (n < b)%N -> (T <= Q)%N ->
  (a * (Q * (Q * Q)) <= T * (n * (Q * Q) + T * Q) * N)%N -> (a * R <= T * N)%N.
Proof.
move=> QR Q0 nb TQ le; have b0 : (0 < b)%N by apply: leq_ltn_trans nb.
rewrite -(@leq_pmul2r (b * (Q * Q))) ?muln_gt0 ?b0 ?Q0 //.
have -> : (a * R * (b * (Q * Q)) = a * (b * R * (Q * Q)))%N by ring.
rewrite -QR; apply: leq_trans le _.
have -> : (T * N * (b * (Q * Q)) = T * (b * (Q * Q)) * N)%N by ring.
rewrite leq_mul2r leq_mul2l; apply/orP; right; apply/orP; right.
apply: leq_trans (_ : _ <= n.+1 * (Q * Q))%N _; last by rewrite leq_mul2r nb orbT.
by rewrite mulSnr leq_add2l leq_mul2r TQ orbT.
Qed.

Section Main.
Variables (q : nat) (q_prime : prime q) (T : Type) (abelian : GRing.Zmodule.class_of T).
Hypothesis order_q : forall z : GRing.Zmodule.Pack abelian, z *+ q = 0.
Hypothesis q_long : (2 ^ 128 <= q)%N.
Let F : finFieldType := [finFieldType of 'F_q].
Let V : lmodType F := group_lmod q_prime order_q.
Let bits128 : {set F} := below q (2 ^ 128)%N.

Let card_bits128 : #|bits128| = (2 ^ 128)%N := card_below q_prime q_long.
Let split i j k : (k = i + j -> 2 ^ k = 2 ^ i * 2 ^ j)%N.
Proof. by move=> ->; apply: expnD. Qed.
Let positive k : (0 < 2 ^ k)%N.
Proof. by rewrite expn_gt0. Qed.

(* A prover who is asked with weights u and a challenge x, and verified with weights w: the decks
   are shuffled, or the prover's answers contain a relation between the generators, or less than
   2^-117 of all (u, x, w) accept. *)
Theorem interactive (n : nat) (G H0 K : V) (h : nat -> V) (X Y c : 'I_n -> V)
    (P2 : 'rV[F]_n -> middle V n) (P3 : 'rV[F]_n -> F -> response F n) (short : bool) :
  (0 < n <= 1024)%N -> G != 0 ->
  [\/ shuffled G K X Y, relation_found G H0 K (fun i => h i) X Y bits128 bits128 c P2 P3 |
    (\sum_(u in cube bits128 n) \sum_(x in bits128)
        #|[set w in cube bits128 (4 + n) |
            batch_accepts G H0 h short [:: ShuffleProof K X Y c u (P2 u) x (P3 u x)] w]|) * 2 ^ 117
      < #|cube bits128 n| * #|bits128| * #|cube bits128 (4 + n)|]%N.
Proof.
case/andP=> n0 n1024 G0.
exact: (@soundness_117 _ V n G H0 K h X Y short _ _ c P2 P3 n0 G0 card_bits128 card_bits128 n1024).
Qed.

(* An algebraic prover who evaluates the hash t times. *)
Theorem hashed_shuffle (W : lmodType F) (ev : {linear W -> V}) (n : nat) (G H0 : W) (h : nat -> W)
    (Digest Point : finType) (Context : eqType)
    (point : [eqType of Context * W * {ffun 'I_n -> W} * {ffun 'I_n -> W} * {ffun 'I_n -> W}]
      + Digest * [eqType of middle W n] -> Point) (t : nat) p :
  (forall r r', point r = point r' -> ev_request ev r = ev_request ev r') ->
  (forall a b (d : 'rV[F]_n),
    a *: G + b *: H0 + \sum_(j < n) d 0 j *: h j = 0 -> b = 0 /\ d = 0) ->
  (0 < n <= 1024)%N -> ev G != 0 -> #|Digest| = (2 ^ 128 * 2 ^ 128)%N ->
  (t.+2 <= 2 ^ 128)%N -> asks_at_most t p ->
  (#|[set H : {ffun Point -> Digest * weights_in bits128 n * challenges_in bits128} |
          shuffle_forged ev G H0 h point H p
              && ~~ relation_shown ev G H0 h point H p]| * 2 ^ 117
    <= t.+2 * #|{ffun Point -> Digest * weights_in bits128 n * challenges_in bits128}|)%N.
Proof.
move=> encoding free /andP[n0 n1024] G0 digests few asks.
have := shuffle_forgery free n0 G0 encoding asks; rewrite card_bits128 digests => bound.
by apply: share (@split 11 117 128 erefl) (positive 128) _ few bound; apply: leq_ltn_trans n1024 _.
Qed.

(* Any prover who evaluates the hash t times. *)
Theorem hashed_decryption (n : nat) (G : V) (log_G : V -> F) (Digest Point : finType)
    (Context : eqType)
    (point : [eqType of Context * V * {ffun 'I_n -> V} * {ffun 'I_n -> V}]
      + Digest * [eqType of V * V] -> Point) (t : nat) p :
  G != 0 -> (forall v, v = log_G v *: G) -> injective point ->
  #|Digest| = (2 ^ 128 * 2 ^ 128)%N -> (t.+2 <= 2 ^ 128)%N -> asks_at_most t p ->
  (#|[set H : {ffun Point -> Digest * weights_in bits128 n * challenges_in bits128} |
          decryption_forged G log_G point H p]| * 2 ^ 127
    <= t.+2 * #|{ffun Point -> Digest * weights_in bits128 n * challenges_in bits128}|)%N.
Proof.
move=> G0 log_GP point_inj digests few asks.
have := decryption_forgery G0 log_GP point_inj asks.
rewrite -{2}[#|Digest|]mul1n card_bits128 digests => bound.
exact: (share (@split 1 127 128 erefl) (positive 128) _ few bound).
Qed.

End Main.
