/** Money at the operators’ desk: deposits, corrections, bonuses by hand, chargebacks. */
export const deskMoney = {
  'desk_money.balance_too_low': 'The trader’s cash is not enough for this. Nothing was changed.',
  'desk_money.practice_only': 'This trader has practice money only, which cannot be corrected.',
  'desk_money.corrected_already': 'This was booked already. Nothing was changed.',
  'desk_money.asked_now': 'The processor is being asked right now. Try again in half a minute.',
  'desk_money.part_to_card': 'This part goes back to a card or in coins. It cannot be paid by hand.',
  'desk_money.part_being_sent': 'This part is being sent, or was sent already. Do not pay it by hand.',
} as const
