/** Passport, card and signature. */
export const documents = {
  'documents.wrong_type': 'File type is not [ PNG, JPG, JPEG, PDF ]!',
  'documents.sign_empty': 'Cant save empty sign!',

  'documents.too_large': 'The file is larger than {mb} MB. Send a smaller one.',
  'documents.too_many_pixels': 'The picture has more than 64 million pixels. Send a smaller one.',
  'documents.unreadable': 'The file cannot be opened: it may be damaged. Nothing was saved; send another one.',
  'documents.pdf_active': 'This PDF carries scripts or attached files. Save it as a plain PDF, or send a photo.',
  'documents.pdf_locked': 'This PDF is locked with a password. Send one without.',
  'documents.one_at_a_time': 'One file at a time, please.',
  'documents.full': 'There is a file waiting to be checked already. Remove it to send another one.',
  'documents.nothing_refused': 'Nothing was refused, so there is nothing to send again.',
  'documents.kept': 'This file has been accepted and is kept.',
  'documents.not_stored': 'The file could not be stored. Nothing was saved: try again in a few minutes.',
} as const
