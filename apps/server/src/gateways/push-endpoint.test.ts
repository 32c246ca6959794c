import { expect, test } from 'vitest'

import { findPushService } from './push-endpoint.ts'

const sandbox = 'http://127.0.0.1:3100'

test.each([
  ['https://fcm.googleapis.com/fcm/send/abc:def', 'public'],
  ['https://updates.push.services.mozilla.com/wpush/v2/abc', 'public'],
  ['https://web.push.apple.com/abc', 'public'],
  ['https://wns2-by3p.notify.windows.com/w/?token=abc', 'public'],
  ['http://127.0.0.1:3100/push/send/abc', 'sandbox'],
  ['http://fcm.googleapis.com/fcm/send/abc', null],
  ['https://fcm.googleapis.com:8443/fcm/send/abc', null],
  ['https://user:secret@fcm.googleapis.com/fcm/send/abc', null],
  ['https://fcm.googleapis.com.evil.example/abc', null],
  ['https://evil-fcm.googleapis.com/abc', null],
  ['https://push.apple.com.evil.example/abc', null],
  ['https://evilpush.apple.com/abc', null],
  ['https://127.0.0.1/abc', null],
  ['https://169.254.169.254/latest/meta-data', null],
  ['https://localhost/push/send/abc', null],
  ['http://127.0.0.1:3100/control', null],
  ['http://127.0.0.1:3100/push/../control', null],
  ['http://127.0.0.1:3100@evil.example/push/abc', null],
  ['file:///etc/passwd', null],
  ['push', null],
  ['http://127.0.0.1:31001/push/send/abc', null],
])('%s is an address of a push service: %s', (endpoint, service) => {
  expect(findPushService(endpoint, sandbox)).toBe(service)
})
