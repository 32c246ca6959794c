import { expect, test } from 'vitest'

import { findMessageProblem } from './check-commit-message.mjs'

test.each([
  ['Refuse a sale without a closing price', 20, null],
  ['Move tests out of the product\n\nProduct code could import them.\n# comment of git\n', 500, null],
  ["Merge branch 'other' into a branch whose name is so long that the whole subject has more than 72", 500, null],
  ['A'.repeat(72), 1, null],
  ['A'.repeat(73), 1, 'The subject has 73 characters'],
  ['refuse a sale', 1, 'begins with a capital letter'],
  ['Refuse a sale.', 1, 'ends without a full stop'],
  ['', 1, 'begins with a capital letter'],
  ['Refuse a sale\nwithout a price', 1, 'A blank line separates'],
  ['Rename a table', 21, '21 files change: say why in the body'],
])('the message %j for %d files', (message, files, problem) => {
  if (problem === null) expect(findMessageProblem(message, files)).toBeNull()
  else expect(findMessageProblem(message, files)).toContain(problem)
})
