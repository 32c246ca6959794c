import type { Market } from '@tradefront/contract/trading'
import type { ChartSettings } from '@tradefront/rules/charts/layouts'

import { createStore } from '../../../platform/create-store.ts'
import { getCurrentUser } from '../../../platform/current-user.ts'
import { localStore, userStorageKey } from '../../../platform/storage/local-storage.ts'
import {
  changeChart,
  changeSymbol,
  createFirstWorkspace,
  defaultWorkspace,
  type Workspace,
  workspaceSchema,
} from './workspace.ts'

const workspace = createStore<Workspace>(defaultWorkspace)

export const useWorkspace = workspace.useValue

/** Loads what this browser remembers of the trader. */
export function loadWorkspace(market: Market): void {
  workspace.set(localStore.readItem(storageKey(), workspaceSchema) ?? createFirstWorkspace(market.symbols))
}

export function updateWorkspace(change: (before: Workspace) => Workspace): void {
  // Another tab can have changed the favourites.
  const favourites = localStore.readItem(storageKey(), workspaceSchema)?.favourites ?? workspace.get().favourites
  workspace.set(change({ ...workspace.get(), favourites }))
  localStore.writeItem(storageKey(), workspace.get())
}

export function setActiveChart(activeChart: number): void {
  if (workspace.get().activeChart !== activeChart) updateWorkspace((before) => ({ ...before, activeChart }))
}

export function updateChart(index: number, change: Partial<Omit<ChartSettings, 'symbol'>>): void {
  updateWorkspace((before) => changeChart(before, index, change))
}

export function showSymbol(index: number, symbol: string): void {
  updateWorkspace((before) => changeSymbol(before, index, symbol))
}

export function useActiveChart(): ChartSettings {
  const { charts, activeChart } = useWorkspace()
  const chart = charts[activeChart] ?? defaultWorkspace.charts[0]
  if (chart === undefined) throw new Error('The workspace has no chart')
  return chart
}

function storageKey(): string {
  return userStorageKey('trading-workspace', getCurrentUser()?.userId ?? 0)
}
