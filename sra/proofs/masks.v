(* Zero knowledge with short masks, SPEC.md, section 7.3: ω' are numbers below M, and s' = ω' + c.u'
   is computed in the integers. The simulator draws s' below M.

   statistical_zero_knowledge: whatever event E one looks for in a transcript, its
   probabilities with the prover and with the simulator differ by at most n.B/M, where no c.u_i is
   more than B. statistical_336: for weights and challenges of 128 bits and masks of 336 bits,
   that is n.2^-80. *)
From mathcomp Require Import all_ssreflect all_algebra all_fingroup.
From SquareDeal Require Import shuffle zero_knowledge.
Set Implicit Arguments.
Unset Strict Implicit.
Unset Printing Implicit Defensive.
Import GRing.Theory.

(* f and g differ by at most as many coins as aren't good, if for good coins f is g of coins that
   are renamed one to one. *)
Lemma close_distributions (A : finType) (B : Type) (f g : A -> B) (good : {set A}) rename :
  {in good &, injective rename} -> (forall a, a \in good -> f a = g (rename a)) ->
  forall E : pred B,
    #|[set a | E (f a)]| <= #|[set a | E (g a)]| + #|~: good| /\
    #|[set a | E (g a)]| <= #|[set a | E (f a)]| + #|~: good|.
Proof.
move=> inj fg E; pose E_good := [set a in good | E (f a)].
have image : rename @: E_good = [set b in rename @: good | E (g b)].
  apply/setP => b; rewrite inE; apply/imsetP/andP => [[a]|[/imsetP[a a_good ->] Eb]].
    rewrite inE => /andP[a_good Ea] ->; split; first exact: imset_f.
    by rewrite -fg.
  by exists a => //; rewrite inE a_good fg.
have card_image : #|rename @: E_good| = #|E_good|.
  by apply: card_in_imset => a b; rewrite !inE => /andP[a_good _] /andP[b_good _]; apply: inj.
split.
  apply: leq_trans (_ : _ <= #|E_good :|: ~: good|) _.
    by apply/subset_leq_card/subsetP => a; rewrite !inE => ->; rewrite andbT orbN.
  apply: leq_trans (leq_card_setU _ _) _; rewrite leq_add2r -card_image image.
  by apply/subset_leq_card/subsetP => b; rewrite !inE => /andP[].
apply: leq_trans (_ : _ <= #|rename @: E_good :|: ~: (rename @: good)|) _.
  by apply/subset_leq_card/subsetP => b; rewrite image !inE => ->; rewrite andbT orbN.
apply: leq_trans (leq_card_setU _ _) _; rewrite card_image leq_add //.
  by apply/subset_leq_card/subsetP => a; rewrite !inE => /andP[].
by rewrite -(leq_add2l #|rename @: good|) cardsC (card_in_imset inj) cardsC.
Qed.

(* A property of one of n independent numbers. *)
Lemma card_one_number n M (i : 'I_n) (P : pred 'I_M) :
  #|[set f : {ffun 'I_n -> 'I_M} | P (f i)]| * M = #|[set m | P m]| * #|{ffun 'I_n -> 'I_M}|.
Proof.
have each (Q : 'I_n -> pred 'I_M) : #|family Q| = \prod_j #|Q j|.
  by rewrite card_family foldrE big_map big_enum.
rewrite (eq_card (B := family (fun j => if j == i then P else predT))); last first.
  move=> f; rewrite inE; apply/idP/familyP => [Pf j|/(_ i)]; last by rewrite eqxx.
  by case: eqP => [->|].
rewrite (eq_card (A := {ffun 'I_n -> 'I_M}) (B := family (fun=> predT))); last first.
  by move=> f; rewrite inE; apply/esym/familyP.
have all_M : #|(predT : pred 'I_M)| = M := card_ord M.
rewrite !each (bigD1 i) //= eqxx [in RHS](bigD1 i) //= all_M cardsE.
rewrite [X in _ * X * _](eq_bigr (fun=> M)); last by move=> j /negbTE ->; exact: all_M.
by rewrite -mulnA; congr (_ * _); rewrite mulnC.
Qed.

(* Few numbers below M are so near it that adding b reaches it. *)
Lemma card_near M b : #|[set m : 'I_M | M <= m + b]| <= b.
Proof.
have [Mb|bM] := leqP M b.
  by apply: leq_trans (max_card _) _; rewrite card_ord.
pose shift (m : 'I_M) : 'I_M := insubd m (m + b - M).
have val_shift m : m \in [set m : 'I_M | M <= m + b] -> val (shift m) = m + b - M.
  rewrite inE => near; rewrite val_insubd ltn_subLR // -addnS leq_add //.
  exact: ltnW (ltn_ord m).
have inj : {in [set m : 'I_M | M <= m + b] &, injective shift}.
  move=> m m' near near' /(congr1 val); rewrite !val_shift // => e; apply: val_inj.
  move: near near'; rewrite !inE => near near'.
  by apply/eqP; rewrite -(eqn_add2r b) -(subnK near) -(subnK near') /= e.
rewrite -(card_in_imset inj) -[X in _ <= X](card_ord b).
apply: leq_trans (_ : _ <= #|[set widen_ord (ltnW bM) k | k : 'I_b]|) _.
  apply/subset_leq_card/subsetP => _ /imsetP[m near ->].
  have small : m + b - M < b by move: near; rewrite inE => near; rewrite ltn_subLR // ltn_add2r.
  by apply/imsetP; exists (Ordinal small) => //; apply: val_inj; rewrite val_shift.
exact: leq_imset_card.
Qed.

Section ShortMasks.
Variables (F : finFieldType) (V : lmodType F) (n : nat).
Variables (G H0 K : V) (h X Y : 'I_n -> V) (e : F) (pi : 'S_n).
Hypothesis K_e : K = (e *: G)%R.
Hypothesis Y_eX : forall j, Y j = (e *: X (pi j))%R.
Variable log_G : V -> F.
Hypothesis log_GP : forall v, v = (log_G v *: G)%R.

(* The weights u and the challenge x, as integers. *)
Variables (M B : nat) (u : 'I_n -> nat) (x : nat).
Hypothesis short : forall i, x * u i <= B.
Let uF : 'rV[F]_n := (\row_i (u i)%:R)%R.
Let xF : F := (x%:R)%R.

Notation numbers := {ffun 'I_n -> F}.
Notation others := (numbers * numbers * (F * F * F * F) * numbers)%type.
Notation coins := (others * {ffun 'I_n -> 'I_M})%type.
Definition in_F (rho : coins) : others * 'rV[F]_n := (rho.1, \row_i (rho.2 i : nat)%:R)%R.

(* A transcript with s' as it is sent. *)
Definition real_sent (rho : coins) :=
  (real G H0 h X Y uF xF e pi (in_F rho), [ffun i => (rho.2 i : nat) + x * u (pi i)]).
Definition simulated_sent (sigma : coins) :=
  (simulated G H0 K h X Y uF xF (in_F sigma), [ffun i => (sigma.2 i : nat)]).

(* Coins whose s' are all below M, and those of the simulator for the same transcript. *)
Definition fitting : {set coins} := [set rho : coins | [forall i, rho.2 i + x * u (pi i) < M]].
Definition renamed (rho : coins) : coins :=
  ((matching H0 h uF xF e pi log_G (in_F rho)).1,
   [ffun i => insubd (rho.2 i) (rho.2 i + x * u (pi i))]).

Lemma renamed_in_F rho : rho \in fitting ->
  in_F (renamed rho) = matching H0 h uF xF e pi log_G (in_F rho).
Proof.
rewrite inE => /forallP fits; rewrite /in_F /renamed.
case: rho fits => [[[[r rh] [[[w1 w2] w3] w4]] wh] m] /= fits; congr (_, _).
by apply/rowP => i; rewrite !mxE ffunE val_insubd fits natrD natrM.
Qed.

Lemma renamed_inj : {in fitting &, injective renamed}.
Proof.
move=> rho rho' fits fits' same.
have := renamed_in_F fits; rewrite same renamed_in_F // => /matching_inj in_same.
move: fits fits' same in_same; rewrite !inE => /forallP fits /forallP fits'.
case: rho rho' fits fits' => [a m] [a' m'] /= fits fits' [_ same] [-> _]; congr (_, _).
apply/ffunP => i; apply: val_inj; move/ffunP/(_ i)/(congr1 val): same.
by rewrite !ffunE !val_insubd fits fits' => /addIn.
Qed.

Lemma few_unfitting : #|~: fitting| * M <= n * B * #|{: coins}|.
Proof.
pose near i := [set rho : coins | M <= rho.2 i + x * u (pi i)].
have each i : #|near i| * M <= B * #|{: coins}|.
  have -> : near i
      = setX [set: others] [set f : {ffun 'I_n -> 'I_M} | M <= f i + x * u (pi i)].
    by apply/setP => -[a f]; rewrite !inE.
  have one := card_one_number i (fun m : 'I_M => M <= m + x * u (pi i)).
  have -> : #|{: coins}| = #|{: others}| * #|{ffun 'I_n -> 'I_M}| := card_prod _ _.
  rewrite cardsX cardsT -mulnA one mulnCA leq_mul2r.
  by rewrite (leq_trans (card_near _ _) (short _)) orbT.
apply: leq_trans (_ : _ <= (\sum_i #|near i|) * M) _.
  rewrite leq_mul2r; apply/orP; right; apply: leq_trans (_ : _ <= #|\bigcup_i near i|) _.
    apply/subset_leq_card/subsetP => rho; rewrite !inE => /forallPn[i].
    by rewrite -leqNgt => rho_near; apply/bigcupP; exists i; rewrite ?inE.
  apply: (big_ind2 (fun (A : {set coins}) k => #|A| <= k)) => //; first by rewrite cards0.
  move=> A k A' k' Ak A'k'; apply: leq_trans (leq_card_setU _ _) _; exact: leq_add.
rewrite big_distrl /=; apply: leq_trans (leq_sum _ (fun i _ => each i)) _.
by rewrite sum_nat_const card_ord mulnA.
Qed.

Theorem statistical_zero_knowledge (E : pred _) :
  let N_real := #|[set rho | E (real_sent rho)]| in
  let N_simulated := #|[set sigma | E (simulated_sent sigma)]| in
  N_real * M <= N_simulated * M + n * B * #|{: coins}| /\
  N_simulated * M <= N_real * M + n * B * #|{: coins}|.
Proof.
have same rho : rho \in fitting -> real_sent rho = simulated_sent (renamed rho).
  move=> fits; rewrite /real_sent /simulated_sent renamed_in_F // (real_simulated _ _ _ _ K_e Y_eX log_GP) //.
  congr (_, _); apply/ffunP => i; move: fits; rewrite inE => /forallP fits.
  by rewrite !ffunE val_insubd fits.
have [le1 le2] := close_distributions renamed_inj same E.
by split; [move: le1 | move: le2] => le; apply: leq_trans (leq_mul le (leqnn M)) _;
  rewrite mulnDl leq_add2l few_unfitting.
Qed.

(* With numbers of 128 bits for weights and challenge, and masks of 336 bits: n.2^-80. *)
Corollary statistical_336 (E : pred _) : B = 2 ^ 256 -> M = 2 ^ 336 ->
  let N_real := #|[set rho | E (real_sent rho)]| in
  let N_simulated := #|[set sigma | E (simulated_sent sigma)]| in
  N_real * 2 ^ 80 <= N_simulated * 2 ^ 80 + n * #|{: coins}| /\
  N_simulated * 2 ^ 80 <= N_real * 2 ^ 80 + n * #|{: coins}|.
Proof.
move=> B256 M336.
have divide m k Q a b c : m = k * Q -> 0 < Q -> a * m <= b * m + n * Q * c ->
    a * k <= b * k + n * c.
  by move=> -> Q0; rewrite !mulnA [n * Q * c]mulnAC -mulnDl leq_pmul2r.
have split_power i j k : k = i + j -> 2 ^ k = 2 ^ i * 2 ^ j by move=> ->; apply: expnD.
have M_B : M = 2 ^ 80 * B by rewrite M336 B256; apply: split_power.
have B0 : 0 < B by rewrite B256 expn_gt0.
have [le1 le2] := statistical_zero_knowledge E.
by split; [exact: (divide M _ B _ _ _ M_B B0 le1) | exact: (divide M _ B _ _ _ M_B B0 le2)].
Qed.
End ShortMasks.
