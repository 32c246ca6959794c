import { getProcessor, processors as allProcessors } from '@tradefront/processors/registry'
import type { ChargeStatus, Processor, StatementSource, UpstreamRequest } from '@tradefront/processors/processor'
import { cleanJsonObject } from '@tradefront/processors/shared/clean-text'
import type { ProcessorName } from '@tradefront/contract/processor-names'

import type { ProcessorGateway } from '../../gateways/processor-gateway.ts'
import type { PaymentProvider } from '../deposits/service.ts'
import { deriveResultFromStatus } from './derive-attempt-result.ts'

type ProviderDeps = { readonly gateway: ProcessorGateway; readonly method: Processor['kind'] }

/** Creates the provider of card processors or of wallets, which speak the same protocol. */
export function createProcessorProvider({ gateway, method }: ProviderDeps): PaymentProvider {
  const processors = allProcessors.filter(({ kind }) => kind === method)
  const requestStatus = async (name: string, request: UpstreamRequest): Promise<ChargeStatus | null> => {
    const response = await gateway.sendRequest(request)
    return response.ok ? getProcessor(name).upstream.parseChargeStatus(response.json) : null
  }

  return {
    async fetchStatus({ processor: name, reference }) {
      const processor = getProcessor(name)
      const charge = await requestStatus(name, processor.upstream.buildStatusRequest(reference))
      if (charge?.status === 'not_found') return 'not_found'
      return charge === null ? null : deriveResultFromStatus('inquiry', processor, charge)
    },

    async cancelCharge({ processor: name, reference }) {
      const processor = getProcessor(name)
      const charge = await requestStatus(name, processor.upstream.buildCancelRequest(reference))
      return charge === null ? null : deriveResultFromStatus('cancel', processor, charge)
    },

    async refundCharge({ processor, reference, refundReference, amount, currency }) {
      const { upstream } = getProcessor(processor)
      const response = await gateway.sendRequest(
        upstream.buildRefundRequest(reference, refundReference, amount, currency),
      )
      const status = response.ok ? upstream.parseRefundStatus(response.json)?.status : undefined
      return status === 'refunded' || status === 'refused' ? status : null
    },

    statements: processors.flatMap(({ name, canCharge, upstream: { statement } }) =>
      canCharge && statement !== undefined ? [createProcessorStatement(gateway, name, statement)] : [],
    ),

    parseWebhook(slug, received) {
      const processor = processors.find(({ upstream }) => upstream.slug === slug)
      if (processor === undefined) return null
      const event = processor.upstream.parseWebhook(cleanJsonObject(received))
      if (event === null) return null
      const result = deriveResultFromStatus('webhook', processor, event.charge)
      return {
        method,
        processorSlug: slug,
        eventId: event.eventId,
        reference: event.reference,
        body: event.body,
        result: result && { ...result, reportedBy: processor.name },
      }
    },
  }
}

function createProcessorStatement(
  gateway: ProcessorGateway,
  processor: ProcessorName,
  { buildRequest, parsePage }: StatementSource,
): PaymentProvider['statements'][number] {
  return {
    processor,
    async fetchPage(from, to, offset) {
      const response = await gateway.sendRequest(buildRequest(from, to, offset))
      const page = response.ok ? parsePage(response.json) : null
      if (page === null) return null
      const rows = page.rows.map(({ amountMinor, createdAt, reference, refundReference, ...row }, index) => ({
        ...row,
        line: offset + index + 1,
        processor,
        reference: reference.toLowerCase(),
        refundReference: refundReference.toLowerCase(),
        amount: amountMinor,
        createdAt: new Date(createdAt),
      }))
      return { rows, nextOffset: page.nextOffset }
    },
  }
}
