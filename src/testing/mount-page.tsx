/** A page as the app draws it, over whatever exchange the test started: with the kit's provider and an address. */
import { act, cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect } from 'vitest'
import { closeDatabase } from '../api/browser/db.ts'
import { queryClient } from '../api/polling/query-client.ts'
import { startApi } from '../api/start-api.ts'
import { signOut } from '../api/venue/session.ts'
import { signInToSandbox } from '../api/venue/sign-in.ts'
import { memoryHistory } from '../ui/router/page-history.ts'
import { Router } from '../ui/router/router.ts'
import { RouterContext } from '../ui/router/use-router.ts'
import { UiProvider } from '../ui/commands/ui-provider.tsx'
import type { SandboxFixture } from './sandbox.fixture.ts'

/** Draws the page at an address without routes. The page stays when the address changes. */
export function drawPage(page: ReactNode, address = '/'): Router {
  const router = new Router({ history: memoryHistory(address) })
  render(
    <RouterContext value={router}>
      <UiProvider>{page}</UiProvider>
    </RouterContext>,
  )
  return router
}

/** Draws the page, and waits for what it does at once. */
export async function mountPage(page: ReactNode, address = '/') {
  return await act(async () => drawPage(page, address))
}

/** Starts the api over the sandbox and signs in to it; answers what ends it, for `leavePage`. */
export async function enterSandbox({ fetch }: Pick<SandboxFixture, 'fetch'>): Promise<() => void> {
  sessionStorage.clear()
  const stop = startApi({ fetch })
  await act(async () => expect(await signInToSandbox()).toEqual({ ok: true }))
  return stop
}

/** Takes down what `mountPage` drew and what the api did for it; `stop` is that of `startApi`. */
export async function leavePage(stop: () => void): Promise<void> {
  cleanup()
  signOut()
  stop()
  await queryClient.cancelQueries()
  queryClient.clear()
  await closeDatabase()
}
