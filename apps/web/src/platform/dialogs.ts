import { useSyncExternalStore, type ReactNode } from 'react'

/** A question or notice over the page. `yes` and `no` are verbs. */
export type Question = {
  readonly title: string
  readonly body?: ReactNode
  readonly yes: string
  readonly no?: string
  readonly isDanger?: boolean
}

type Asked = Question & { readonly id: number; readonly answer: (yes: boolean) => void }

let asked: readonly Asked[] = []
let counter = 0
const watchers = new Set<() => void>()

/** Asks and gives the answer; Escape is no. Questions wait for one another. */
export function ask(question: Question & { readonly no: string }): Promise<boolean> {
  return put(question)
}

/** Tells something that must be read before going on. */
export async function tell(notice: Omit<Question, 'no'>): Promise<void> {
  await put(notice)
}

/** The question to show now, null without one. */
export function useQuestion(): Asked | null {
  return useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    () => asked[0] ?? null,
    () => null,
  )
}

function put(question: Question): Promise<boolean> {
  return new Promise((resolve) => {
    const id = ++counter
    const answer = (yes: boolean): void => {
      asked = asked.filter((other) => other.id !== id)
      for (const watcher of watchers) watcher()
      resolve(yes)
    }
    asked = [...asked, { ...question, id, answer }]
    for (const watcher of watchers) watcher()
  })
}
