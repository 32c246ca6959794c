import type { Random } from '../../fixtures/seeded-random.ts'
import type { Mutation, MutationKind } from './mutation.ts'

/** Picks faults at random, with about as many of each kind. The same seed picks the same ones from the same code. */
export function pickSample(mutations: readonly Mutation[], count: number, random: Random): Mutation[] {
  const byKind = new Map<MutationKind, Mutation[]>()
  for (const mutation of mutations) byKind.set(mutation.kind, [...(byKind.get(mutation.kind) ?? []), mutation])
  const picked = new Set<Mutation>()
  while (picked.size < Math.min(count, mutations.length)) {
    const kind = random.pick([...byKind.keys()])
    picked.add(random.pick(byKind.get(kind) ?? []))
  }
  return [...picked]
}
