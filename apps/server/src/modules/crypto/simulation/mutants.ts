import type { CryptoMutant } from './crypto-world.ts'

/** Takes unconfirmed transactions for part of each block. */
export const earlyCreditMutant: CryptoMutant = {
  chain: (chain) => ({
    ...chain,
    readBlock: async (height, watched) => {
      const block = await chain.readBlock(height, watched)
      if (block === null) return null
      return { ...block, transfers: [...block.transfers, ...(await chain.readMempool(watched))] }
    },
  }),
}

/** Sees only the first output of a transaction. */
export const missedOutputMutant: CryptoMutant = {
  chain: (chain) => ({
    ...chain,
    readMempool: async (watched) => (await chain.readMempool(watched)).filter(({ index }) => index === 0),
    readBlock: async (height, watched) => {
      const block = await chain.readBlock(height, watched)
      return block && { ...block, transfers: block.transfers.filter(({ index }) => index === 0) }
    },
  }),
}

export const forgottenCreditMutant: CryptoMutant = {
  deposits: (deposits) => ({ ...deposits, creditReceipt: async () => true }),
}

export const extraCentMutant: CryptoMutant = {
  deposits: (deposits) => ({
    ...deposits,
    creditReceipt: (reference, output, compute) =>
      deposits.creditReceipt(reference, output, async (deposit) => {
        const credit = await compute(deposit)
        return credit && { ...credit, amount: credit.amount + 1 }
      }),
  }),
}

export const noExpiryMutant: CryptoMutant = {
  deposits: (deposits) => ({ ...deposits, expireInvoice: async () => false }),
}
