import { expect, test } from 'vitest'

import { defaultCascade, pfsCascade, pfsCountries } from './usual-cascades.ts'

test('the cascade and the countries of PFS are those of the specification (funding 4, 9)', () => {
  expect(defaultCascade.join()).toBe('FRAUD,ZOOM,ENTROPAY,ORANGE,ORANGE_NOT3D,CONCEPT,UNIVERSE,EZPAY')
  expect(pfsCascade).toEqual(['PFS'])
  expect([...pfsCountries].toSorted().join()).toBe('AT,BE,CZ,DE,ES,FR,GB,IT,LU,NL,NO,SE')
})
