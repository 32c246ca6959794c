import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from '@testing-library/react'
import type { ReactNode } from 'react'

import { renderWithProviders } from '../../../platform/testing/render-with-providers.tsx'

/** Renders an element on every path. `getPath` returns that of the router. */
export async function renderWithRouter(element: ReactNode, options: Parameters<typeof renderWithProviders>[1]) {
  const root = createRootRoute({ component: () => element, notFoundComponent: () => null })
  const router = createRouter({ routeTree: root, history: createMemoryHistory() })
  await router.load()
  const screen = await act(() => renderWithProviders(<RouterProvider router={router} />, options))
  return { ...screen, getPath: () => router.state.location.pathname }
}
