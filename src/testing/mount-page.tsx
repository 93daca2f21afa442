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

/** Draws it at whatever address: there are no routes beside it, and the page stays when the address changes. */
export async function mountPage(page: ReactNode, address = '/') {
  const router = new Router({ history: memoryHistory(address) })
  await act(async () => {
    render(
      <RouterContext value={router}>
        <UiProvider>{page}</UiProvider>
      </RouterContext>,
    )
  })
  return router
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
