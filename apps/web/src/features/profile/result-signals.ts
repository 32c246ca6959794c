import * as z from 'zod/mini'

import { createStore } from '../../platform/create-store.ts'
import { localStore } from '../../platform/storage/local-storage.ts'

const key = 'result-signals'
const schema = z.object({ sound: z.boolean(), vibration: z.boolean() })
type ResultSignals = z.output<typeof schema>

const store = createStore<ResultSignals>(localStore.readItem(key, schema) ?? { sound: false, vibration: false })

/** Returns how this device says that a trade has ended, besides the screen. */
export const useResultSignals = store.useValue

export const canVibrate = (): boolean => 'vibrate' in navigator

/** Switches a signal. The new choice is played at once, so that the trader knows it. */
export function toggleResultSignal(name: keyof ResultSignals): void {
  const next = { ...store.get(), [name]: !store.get()[name] }
  store.set(next)
  localStore.writeItem(key, next)
  if (next[name]) playSignals({ sound: false, vibration: false, [name]: true })
}

/** Says that a trade has ended, in the same way for each result: nothing cheers, least of all for a loss. */
export function signalResult(): void {
  playSignals(store.get())
}

function playSignals({ sound, vibration }: ResultSignals): void {
  // Before the first press of a page, browsers forbid both and complain. Some do not say whether there was one.
  if (!navigator.userActivation?.hasBeenActive) return
  if (vibration && canVibrate()) navigator.vibrate(60)
  if (sound) playTone()
}

let audio: AudioContext | null = null
const toneHz = 660
const toneSeconds = 0.18
const toneVolume = 0.15

/** Plays one soft tone that fades out. */
function playTone(): void {
  audio ??= new AudioContext()
  void audio.resume()
  const volume = audio.createGain()
  const start = audio.currentTime
  volume.gain.setValueAtTime(toneVolume, start)
  volume.gain.exponentialRampToValueAtTime(0.001, start + toneSeconds)
  const tone = audio.createOscillator()
  tone.frequency.value = toneHz
  tone.connect(volume).connect(audio.destination)
  tone.start(start)
  tone.stop(start + toneSeconds)
}
