/** Letters that are mailed: `mail.letter.<name>.subject`, `.text` (a blank line parts paragraphs) and `.action` for its button. */
export const mail = {
  'mail.foot': 'Tradefront sent this mail automatically.',
  'mail.action': 'Open',
  'mail.letter.reset.subject': 'Choose a new password',
  'mail.letter.reset.text':
    'Somebody asked for a new password for your account. The link below works once, for {minutes, plural, one {# minute} other {# minutes}}.\n\nIf it was not you, do nothing: your password stays as it is.',
  'mail.letter.reset.action': 'Choose a new password',
  'mail.letter.password_changed.subject': 'Your password was changed',
  'mail.letter.password_changed.text':
    'The password of your account was changed on {at} UTC, and everybody else was logged out.\n\nIf it was not you, ask for a new password at once and write to support.',
  'mail.letter.password_changed.action': 'Ask for a new password',
  'mail.letter.new_device.subject': 'Log-in from a new device',
  'mail.letter.new_device.text':
    'Your account was opened on a device we have not seen before.\n\nWhen: {at} UTC\nWith: {device}\nFrom: {address}\n\nIf it was you, there is nothing to do. If not, change your password: that logs everybody else out.',
  'mail.letter.new_device.action': 'Look at my devices',
  'mail.letter.email_changed.subject': 'The e-mail of your account was changed',
  'mail.letter.email_changed.text':
    'Your account now has this e-mail: {email}. You log in with it from now on.\n\nIf it was not you, write to support at once.',
  'mail.letter.document_refused.subject': 'Please send a document again',
  'mail.letter.document_refused.text':
    'We could not accept this document: {document}.\n\n{why} {next}\n\nYou can send it again on your documents page.',
  'mail.letter.document_refused.action': 'Send it again',
  'mail.letter.document_approved.subject': 'A document was accepted',
  'mail.letter.document_approved.text': 'We have checked and accepted this document: {document}.',
  'mail.letter.document_approved.action': 'See my documents',
  'mail.letter.verified.subject': 'You are verified',
  'mail.letter.verified.text': 'All your documents have been accepted. Nothing more is needed.',
  'mail.letter.verified.action': 'See my documents',
  'mail.letter.contact.subject': 'Message {reference}',
  'mail.letter.contact.text':
    'Somebody wrote to us on {at} UTC. Answer this mail to answer them.\n\nName: {name}\nE-mail: {email}\nPhone: {phone}\nAccount number: {account}\n\n{message}',
  'mail.letter.call.subject': 'Please call back: {reference}',
  'mail.letter.call.text': 'Somebody asked to be called back on {at} UTC.\n\nPhone: {phone}\nAccount number: {account}',
} as const
