import type { Offer } from '@tradefront/contract/offers'
import { offersCalls } from '@tradefront/contract/offers'
import * as z from 'zod/mini'

import { request } from '../../platform/api/request.ts'
import { localStore, userStorageKey } from '../../platform/storage/local-storage.ts'

const names = z.array(z.enum(['limited', 'risk_free']))

/** Offers that the trader has dismissed, in case the call is lost. An offer is made only once. */
export const ignoredOffers = {
  load: (userId: number): readonly Offer['name'][] => localStore.readItem(toKey(userId), names) ?? [],

  send: (userId: number, name: Offer['name']): void => {
    localStore.writeItem(toKey(userId), [...new Set([...ignoredOffers.load(userId), name])])
    // The call is sent again while the server has the offer.
    void request(offersCalls.ignoreOffer, { body: { name } }).catch(() => undefined)
  },
}

function toKey(userId: number): string {
  return userStorageKey('ignored-offers', userId)
}
