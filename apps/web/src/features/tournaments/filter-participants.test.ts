import { expect, test } from 'vitest'

import { filterParticipants } from './filter-participants.ts'

const names = ['Anna K.', 'Zoë D.', 'Йон С.', 'Bob M.']
const participants = names.map((name, index) => ({
  rank: index + 1,
  name,
  country: 'PL',
  score: 1,
  prize: null,
  isOwn: name === 'Bob M.',
}))

test.each([
  ['', ['Anna K.', 'Zoë D.', 'Йон С.', 'Bob M.'], 4],
  [' anna ', ['Anna K.', 'Bob M.'], 1],
  ['zoe', ['Zoë D.', 'Bob M.'], 1],
  ['ЙОН', ['Йон С.', 'Bob M.'], 1],
  ['nobody', ['Bob M.'], 0],
])('the search %j shows %j', (search, shown, found) => {
  const result = filterParticipants(participants, search)
  expect(result.map(({ participant }) => participant.name)).toEqual(shown)
  expect(result.filter(({ isFound }) => isFound)).toHaveLength(found)
})
