// @vitest-environment jsdom
import { beforeAll, describe, expect, test } from 'vitest'

import { initTexts, loadTexts, translate } from '../../platform/i18n/i18n.ts'
import { describeAct } from '../traders/describe-event.ts'
import { auditActs } from './audit-acts.ts'
import { describeSubject } from './describe-subject.ts'

beforeAll(async () => {
  initTexts('en')
  await loadTexts('common', 'traders', 'desk-control')
})

describe('the audit trail', () => {
  test.each(auditActs)('says %s in words', (action) => {
    expect(describeAct(translate, action)).not.toContain('.')
  })

  test.each([
    ['user:12', 'Trader 12', '/traders/12'],
    [
      'deposit:0b9a2c4e-0000-4000-8000-0123456789ab',
      'Deposit 0123456789AB',
      '/deposits/0b9a2c4e-0000-4000-8000-0123456789ab',
    ],
    ['page:pg/risk/en', 'Page pg/risk/en', '/pages/pg/risk/en'],
    ['alert:7', 'Alert 7', null],
    ['audit', 'Audit trail', null],
    ['audit:file', 'Audit trail', null],
    ['something:new', 'something:new', null],
  ])('names %s and leads to it', (subject, text, to) => {
    expect(describeSubject(translate, subject)).toEqual({ text, to })
  })
})
