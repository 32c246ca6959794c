export const desk = {
  'desk.wrong_passkey': 'This passkey is not known here, or it took too long. Try again.',
  'desk.wrong_login': 'Name, password or code is wrong.',
  'desk.too_many_logins': 'Too many wrong log-ins. Wait 15 minutes, or use a passkey.',
  'desk.wrong_invitation': 'The code is wrong, or the invitation was used or is older than three days.',
  'desk.no_right': 'Your role has no right to this.',
  'desk.command_over': 'It was decided already, or is older than a day.',
  'desk.too_new': 'A new operator, or a new passkey, can sign after one day.',
  'desk.not_first': 'The operator who asks for it signs first.',
  'desk.second_person': 'Another operator must sign, too.',
  'desk.passkey_known': 'This passkey is added already.',
  'desk.changed': 'It has changed since it was signed. Look at it again.',
} as const
