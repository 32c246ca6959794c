import { pushCalls } from '@tradefront/contract/push'

import { performCall } from '../../../platform/api/perform-call.ts'

// Worker that shows notifications of this browser while no page is open. It is a file of its own, which a browser keeps by its address.
const workerPath = '/push-worker.js'

export type PushPermission = 'unsupported' | NotificationPermission

export function getPushPermission(): PushPermission {
  const isSupported = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
  return isSupported ? Notification.permission : 'unsupported'
}

/**
 * Subscribes this browser. Asks for the permission if it was never asked for.
 * @throws if the browser or its push service fails
 */
export async function subscribeDevice(): Promise<'subscribed' | 'denied'> {
  if ((await Notification.requestPermission()) !== 'granted') return 'denied'
  const [{ pushManager }, { key }] = await Promise.all([registerWorker(), performCall(pushCalls.getPushKey, {})])
  const options = { userVisibleOnly: true, applicationServerKey: key }
  const subscription = await pushManager.subscribe(options).catch(async (error: unknown) => {
    // An earlier subscription can be for another key, e.g. of an earlier installation.
    const earlier = await pushManager.getSubscription()
    if (earlier === null) throw error
    await earlier.unsubscribe()
    return pushManager.subscribe(options)
  })
  await saveSubscription(subscription)
  return 'subscribed'
}

/** Saves the subscription again after a new log-in, because it lasts as long as its session. Does nothing in a browser that has none. */
export async function renewSubscription(): Promise<void> {
  if (getPushPermission() !== 'granted') return
  const registration = await navigator.serviceWorker.getRegistration(workerPath)
  const subscription = await registration?.pushManager.getSubscription()
  if (subscription != null) await saveSubscription(subscription)
}

async function registerWorker(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register(workerPath)
  // The push manager can only be used when the worker is active.
  return navigator.serviceWorker.ready
}

async function saveSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint = '', keys } = subscription.toJSON()
  await performCall(pushCalls.savePushSubscription, {
    body: { endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } },
  })
}
