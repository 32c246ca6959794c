/** What operators order at the desk. Of each action: its button, what it does in words of its own facts, and how it is undone. */
export const actions = {
  'actions.withdrawal_approve': 'Approve',
  'actions.withdrawal_approve_does': 'Approve a withdrawal of {amount} for trader {trader}',
  'actions.withdrawal_approve_undo': 'The money leaves within seconds. What was sent cannot be taken back.',
  'actions.withdrawal_reject': 'Reject',
  'actions.withdrawal_reject_does': 'Reject a withdrawal: “{words}”',
  'actions.withdrawal_reject_undo': 'The money goes back to the account at once. The trader can ask again.',
} as const
