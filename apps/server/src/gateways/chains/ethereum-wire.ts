import * as z from 'zod'

export const hash = z.string().regex(/^0x[0-9a-f]{64}$/)
export const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/)
  .toLowerCase()
export const bigQuantity = z
  .string()
  .regex(/^0x[0-9a-f]{1,64}$/)
  .transform(BigInt)
export const numberQuantity = bigQuantity.transform(Number).pipe(z.number().int().min(0))

export const receiptSchema = z.object({
  transactionHash: hash,
  blockHash: hash,
  status: numberQuantity,
  gasUsed: bigQuantity,
  effectiveGasPrice: bigQuantity,
  blobGasUsed: bigQuantity.optional(),
  blobGasPrice: bigQuantity.optional(),
})

/** Receipts by transaction. `value` was sent only if `status` is 1. */
export type Receipts = ReadonlyMap<
  string,
  z.output<typeof receiptSchema> & { readonly from: string; readonly value: bigint }
>

/** Addresses as the caller writes them, each by its form in lower case. */
export type NamedAddresses = ReadonlyMap<string, string>
