import { expect, test } from 'vitest'

import { formatParticipantName } from './participant-name.ts'

test.each([
  ['Anna', 'Kowalska', null, 'Anna K.'],
  [' Anna ', ' de Boer', null, 'Anna D.'],
  ['Анна', 'иванова', null, 'Анна И.'],
  ['Ada', '𝒟oe', null, 'Ada 𝒟.'],
  ['Anna', 'Kowalska', 'Night owl', 'Night owl'],
])('%s %s with the chosen name %j is shown as %s', (firstName, lastName, chosen, shown) => {
  expect(formatParticipantName(firstName, lastName, chosen)).toBe(shown)
})
