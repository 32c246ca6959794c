import { describe, expect, test } from 'vitest'

import type { ReplyOutcome } from './processor.ts'
import { getProcessor } from './registry.ts'
import { interpretSkrillListenReply } from './skrill/replies.ts'

/** Each sentence of spec funding 4 as a case: a reply and its meaning. */

type Row = [what: string, reply: unknown, outcome: ReplyOutcome | null]

const link = 'https://pay.example/3ds'
const next = (reason: string): ReplyOutcome => ({ kind: 'next', reason })
const poll: ReplyOutcome = { kind: 'poll' }
const success: ReplyOutcome = { kind: 'success' }
const contact: ReplyOutcome = { kind: 'decline', code: 'cards.declined_contact' }
const payFail = (reason: string): ReplyOutcome => ({ kind: 'next', reason, code: 'orange.pay_fail' })
const charge = (status: string) => ({ charge: { attributes: { status } } })

describe.each<
  [
    'FRAUD' | 'PFS' | 'ORANGE' | 'ORANGE_NOT3D' | 'UNIVERSE' | 'CONCEPT' | 'ZOOM' | 'EZPAY' | 'ENTROPAY' | 'PAYPAL',
    Row[],
  ]
>([
  [
    'FRAUD',
    [
      ['cascade', { cascade: true }, { kind: 'stop', reason: 'limit' }],
      ['fail_limit', { fail_limit: 1 }, { kind: 'stop', reason: 'limit' }],
      ['day_limit', { day_limit: true }, { kind: 'stop', reason: 'day_limit' }],
      ['bad_card', { bad_card: 1 }, { kind: 'stop', reason: 'bad_card' }],
      ['a reason shows its message', { reason: 'r1', message: 'No.' }, { kind: 'message', message: 'No.' }],
      ['a reason without a message', { reason: 'r1' }, { kind: 'message', message: 'r1' }],
      ['no flag', { cascade: false, day_limit: 0, message: 'fine' }, next('passed')],
      ...['true', 1, 'yes', [], {}, 2, 'unheard of'].flatMap((flag): Row[] => [
        [`cascade is ${JSON.stringify(flag)}`, { cascade: flag }, { kind: 'stop', reason: 'limit' }],
        [`fail_limit is ${JSON.stringify(flag)}`, { fail_limit: flag }, { kind: 'stop', reason: 'limit' }],
        [`day_limit is ${JSON.stringify(flag)}`, { day_limit: flag }, { kind: 'stop', reason: 'day_limit' }],
        [`bad_card is ${JSON.stringify(flag)}`, { bad_card: flag }, { kind: 'stop', reason: 'bad_card' }],
      ]),
      ...['false', 'No', '0', '', 0, null, false].map((flag): Row => [
        `every flag is ${JSON.stringify(flag)}`,
        { cascade: flag, fail_limit: flag, day_limit: flag, bad_card: flag, reason: null, message: null },
        next('passed'),
      ]),
      ['an odd flag beside a set one', { cascade: {}, bad_card: true }, { kind: 'stop', reason: 'limit' }],
      ['a reason that is a number', { reason: 7, message: 'No.' }, { kind: 'message', message: 'No.' }],
      ['a reason that is no code', { reason: 'Риск!' }, { kind: 'message', message: 'other' }],
      ['a reason that is an object', { reason: {}, message: [] }, { kind: 'message', message: 'other' }],
      ['a message that is too long', { reason: 'r1', message: 'x'.repeat(301) }, { kind: 'message', message: 'r1' }],
      ['the limit comes before the bad card', { bad_card: true, fail_limit: true }, { kind: 'stop', reason: 'limit' }],
    ],
  ],
  [
    'PFS',
    [
      ['0000', { data: { R1: '0000', R5: 'abc-1' } }, { kind: 'redirect', url: '/api/card/secure/pfs/abc-1' }],
      ['0000 without a reference', { data: { R1: '0000' } }, null],
      ['0000 with a reference that is a path', { data: { R1: '0000', R5: '../../x' } }, null],
      ['0008', { data: { R1: '0008' } }, poll],
      ['anything else', { data: { R1: '0051' } }, next('0051')],
      ['no code', { data: {} }, null],
    ],
  ],
  [
    'ORANGE',
    [
      ['a redirect link', { data: { links: { redirect_uri: link } } }, { kind: 'redirect', url: link }],
      ['a redirect address', { redirect_url: link }, { kind: 'redirect', url: link }],
      ['a link that is a script', { data: { links: { redirect_uri: 'javascript:alert(1)' } } }, null],
      ['charge failed', { data: charge('failed'), message: 'Expired card' }, payFail('Expired card')],
      ['charge successful is only polled', { data: charge('successful') }, poll],
      ['a hashed id', { hashed_id: 'h1' }, poll],
      ['failed with a hashed id', { hashed_id: 'h1', status: 'failed' }, payFail('failed')],
      ['a charge in another state', { data: charge('unheard of') }, null],
    ],
  ],
  [
    'ORANGE_NOT3D',
    [
      ...['Not sufficient funds', 'Incorrect PIN', 'No such card', 'Your card is disabled', 'Expired card'].map(
        (message): Row => [message, { status: 'failed', message }, { kind: 'message', message }],
      ),
      ['another failure', { status: 'failed', message: 'Processing error' }, payFail('Processing error')],
    ],
  ],
  ['UNIVERSE', [['like ORANGE', { data: charge('successful') }, poll]]],
  [
    'CONCEPT',
    [
      ['OK with a page', { status: 'OK', redirect: { html: link } }, { kind: 'redirect', url: link }],
      ['OK without one', { status: 'OK', redirect: {} }, poll],
      ['any other status', { status: 'PROCESSING' }, poll],
      ['APPROVED', { txid: 't', status: 'APPROVED' }, success],
      ['code 003', { status: 'DECLINED', error: { code: '003', msg: 'no' } }, contact],
      ['a blacklisting message', { error: { msg: 'Card is blacklisted' } }, contact],
      ['another error', { error: { code: '005', msg: 'no' } }, next('005')],
      ['APPROVED with an error says both', { status: 'APPROVED', error: { code: '005' } }, null],
      ['nothing', { txid: 't' }, null],
    ],
  ],
  [
    'ZOOM',
    [
      ['code 0', { return: true, code: 0 }, success],
      ['code 0, but no', { return: false, code: 0 }, next('code 0')],
      ['another code', { code: 7 }, next('code 7')],
      ['no session', { return: false }, next('no session')],
      ['yes without a session', { return: true }, null],
      [
        'a session',
        { return: true, session: { amount: 1000, session_key: 'k', cnu: 'a', cvv: 'b', exp: 'c', script_url: link } },
        {
          kind: 'tokenize',
          session: { key: 'k', amount: 1000, scriptUrl: link, fields: { number: 'a', code: 'b', expiry: 'c' } },
        },
      ],
      [
        'a session with a value for a name',
        { session: { amount: 1, session_key: 'k', cnu: '4242 4242', cvv: 'b', exp: 'c', script_url: link } },
        null,
      ],
    ],
  ],
  [
    'EZPAY',
    [
      [
        'a page, over the fast endpoint',
        { status: 'REDIRECT', redirect_url: link, deposit: { amount: 250.5, fixed: 1, bonus: 0 } },
        { kind: 'redirect', url: '/api/card/fast/ezpay?amount=250.5&fixed=1&bonus=0' },
      ],
      ['APPROVED', { status: 'APPROVED' }, success],
      ['DECLINED', { status: 'DECLINED' }, next('DECLINED')],
      ['an unknown status', { status: 'approved' }, null],
    ],
  ],
  [
    'ENTROPAY',
    [
      ['true', { return: true }, { kind: 'dialog', dialog: 'entro_start' }],
      ['pin', { return: 'pin' }, { kind: 'dialog', dialog: 'entro_pin' }],
      ['anything else', { return: false }, { kind: 'next', reason: 'declined', code: 'cards.declined' }],
      ['paid', { return: false, status: 'APPROVED' }, success],
      ['no return field', { status: 'APPROVED' }, null],
    ],
  ],
  [
    'PAYPAL',
    [
      [
        'an accepted order with a page',
        { status: 'success', data: { redirect_url: link, state: 'CREATED' } },
        { kind: 'redirect', url: link },
      ],
      ['an accepted order without one', { status: 'success', data: { state: 'CREATED' } }, null],
      ['an order that is not decided', { status: 'success', data: { state: 'PENDING' } }, poll],
      ['a paid order', { status: 'success', data: { state: 'COMPLETED' } }, success],
      ['an order in another state', { status: 'success', data: { state: 'VOIDED' } }, null],
      ['success without a state', { status: 'success' }, null],
      ['declined', { status: 'declined' }, payFail('declined')],
      ['declined for good', { status: 'failed' }, { kind: 'decline', code: 'orange.pay_fail' }],
    ],
  ],
])('%s start reply', (name, rows) => {
  test.each(rows)('%s', (_what, reply, outcome) => {
    expect(getProcessor(name).interpretStartReply(reply)).toEqual(outcome)
  })
})

describe.each<['ORANGE' | 'UNIVERSE' | 'PFS' | 'EZPAY' | 'CONCEPT' | 'UNIONPAY', Row[]]>([
  [
    'ORANGE',
    [
      ['successful', { event: 'successful' }, success],
      ['failed', { event: 'failed', message: 'Expired card' }, payFail('Expired card')],
      ['failed for good', { event: 'failed', data: { final: true } }, { kind: 'decline', code: 'orange.pay_fail' }],
      ['transaction successful', { event: 'transaction', data: { status: 'successful' } }, success],
      ['transaction failed', { event: 'transaction', data: { status: 'failed' } }, payFail('failed')],
      ['transaction under way', { event: 'transaction', data: { status: 'pending' } }, poll],
      ['an unknown event', { event: 'refunded' }, null],
    ],
  ],
  ['UNIVERSE', [['successful', { event: 'successful' }, success]]],
  [
    'PFS',
    [
      ['success', { status: 'success' }, success],
      ['pending', { status: 'pending' }, poll],
      ['failed', { status: 'failed' }, next('failed')],
      ['failed for good', { status: 'failed', final: true }, { kind: 'decline', code: 'cascade_card.failed' }],
    ],
  ],
  [
    'EZPAY',
    [
      ['APPROVED', { status: 'APPROVED' }, success],
      ['the page is still open', { status: 'REDIRECT' }, poll],
    ],
  ],
  [
    'CONCEPT',
    [
      ['APPROVED', { status: 'APPROVED' }, success],
      ['code 003', { status: 'DECLINED', error: { code: '003' } }, contact],
    ],
  ],
  [
    'UNIONPAY',
    [
      ['00', { return: true, data: { RespCode: '00' } }, success],
      ...['03', '04', '05'].map((code): Row => [code, { return: true, data: { RespCode: code } }, poll]),
      ['01', { return: false, data: { RespCode: '01' } }, payFail('01')],
      ['62', { return: false, data: { RespCode: '62' } }, { kind: 'decline', code: 'orange.pay_fail' }],
      ['a number', { return: true, data: { RespCode: 0 } }, null],
      ['no code', { return: true, data: {} }, null],
    ],
  ],
])('%s listen reply', (name, rows) => {
  test.each(rows)('%s', (_what, reply, outcome) => {
    expect(getProcessor(name).interpretListenReply?.(reply)).toEqual(outcome)
  })
})

test.each<Row>([
  ['2', { status: 2 }, success],
  ['0', { status: 0 }, poll],
  ['-1', { status: -1 }, payFail('cancelled')],
  ['-2', { status: -2 }, { kind: 'decline', code: 'orange.pay_fail' }],
  ['text', { status: '2' }, null],
])('SKRILL status %s', (_what, reply, outcome) => {
  expect(interpretSkrillListenReply(reply)).toEqual(outcome)
})

test('ORANGE without 3-D Secure is called after six seconds, ORANGE at once', () => {
  expect(getProcessor('ORANGE_NOT3D').startDelayMs).toBe(6000)
  expect(getProcessor('ORANGE').startDelayMs).toBeUndefined()
})

test.each(['003', 'Card is blacklisted', 'BLACK_LIST'])(
  'CONCEPT: %s in a webhook or an inquiry ends the cascade',
  (reason) => {
    const decline = { status: 'declined_soft', reason, processorReference: null } as const
    expect(getProcessor('CONCEPT').interpretDecline?.(decline)).toEqual({
      kind: 'decline',
      code: 'cards.declined_contact',
    })
  },
)
