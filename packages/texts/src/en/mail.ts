/** E-mails: `mail.letter.<name>.subject`, `.text` (blank lines separate paragraphs) and `.action` for the button. */
export const mail = {
  'mail.foot': 'Tradefront sent this mail automatically.',
  'mail.action': 'Open',
  'mail.letter.reset.subject': 'Choose a new password',
  'mail.letter.reset.text':
    'We received a request for a new password for your account. The link below works once, for {minutes, plural, one {# minute} other {# minutes}}.\n\nIf you didn’t ask for it, ignore this e-mail: your password stays the same.',
  'mail.letter.reset.action': 'Choose a new password',
  'mail.letter.password_changed.subject': 'Your password was changed',
  'mail.letter.password_changed.text':
    'The password of your account was changed on {at} UTC, and all other devices were logged out.\n\nIf it wasn’t you, reset your password now and contact support.',
  'mail.letter.password_changed.action': 'Reset my password',
  'mail.letter.new_device.subject': 'Log-in from a new device',
  'mail.letter.new_device.text':
    'Someone logged in to your account from a new device.\n\nTime: {at} UTC\nDevice: {device}\nIP address: {address}\n\nIf it was you, you don’t need to do anything. If not, change your password: this logs out all other devices.',
  'mail.letter.new_device.action': 'See my devices',
  'mail.letter.email_changed.subject': 'The e-mail of your account was changed',
  'mail.letter.email_changed.text':
    'On {at} UTC the e-mail of your account was changed to {email}. You now log in with that address.\n\nIf it wasn’t you, undo the change within {hours, plural, one {# hour} other {# hours}}: your account gets this address back, all devices are logged out, and you choose a new password.',
  'mail.letter.document_refused.subject': 'Please send a document again',
  'mail.letter.document_refused.text':
    'We could not accept this document: {document}.\n\n{why} {next}\n\nYou can send it again on your documents page.',
  'mail.letter.document_refused.action': 'Send it again',
  'mail.letter.document_approved.subject': 'Your document was accepted',
  'mail.letter.document_approved.text': 'We have checked and accepted this document: {document}.',
  'mail.letter.document_approved.action': 'See my documents',
  'mail.letter.verified.subject': 'You are verified',
  'mail.letter.verified.text': 'All your documents have been accepted. Nothing more is needed.',
  'mail.letter.verified.action': 'See my documents',
  'mail.letter.alert.subject': 'Alert: {kind}',
  'mail.letter.alert.text': '{list}\n\nSee all open alerts: npm run ops -- alerts',
  'mail.letter.alerts.subject': '{count, plural, one {# alert} other {# alerts}}',
  'mail.letter.alerts.text': '{list}\n\nSee all open alerts: npm run ops -- alerts',
  'mail.letter.contact.subject': 'Message {reference}',
  'mail.letter.contact.text':
    'Received on {at} UTC. Reply to this e-mail to answer.\n\nName: {name}\nE-mail: {email}\nPhone: {phone}\nAccount number: {account}\n\n{message}',
  'mail.letter.call.subject': 'Please call back: {reference}',
  'mail.letter.call.text': 'Callback requested on {at} UTC.\n\nPhone: {phone}\nAccount number: {account}',
  'mail.letter.email_change.subject': 'Confirm your new e-mail',
  'mail.letter.email_change.text':
    'We were asked to use {email} as the new e-mail of a Tradefront account. The link below confirms it. It works once, within an hour.\n\nIf you didn’t ask for it, ignore this e-mail: nothing changes.',
  'mail.letter.email_change.action': 'Confirm the e-mail',
  'mail.letter.email_changed.action': 'Undo the change',
  'mail.letter.prove_email.subject': 'Confirm your e-mail',
  'mail.letter.prove_email.text':
    'Welcome to Tradefront. Please confirm that this mailbox is yours. The link below works once, within {days, plural, one {# day} other {# days}}.\n\nIf you didn’t open an account, ignore this e-mail.',
  'mail.letter.prove_email.action': 'Confirm the e-mail',
} as const
