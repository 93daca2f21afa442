/** A page as the app draws it, over whatever exchange the test started: with the kit's provider and an address. */
import { act, cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { closeDatabase } from '../api/browser/db.ts'
import { queryClient } from '../api/polling/query-client.ts'
import { signOut } from '../api/venue/session.ts'
import { memoryHistory } from '../ui/router/page-history.ts'
import { Router } from '../ui/router/router.ts'
import { RouterContext } from '../ui/router/use-router.ts'
import { UiProvider } from '../ui/ui-provider.tsx'

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

/** Takes down what `mountPage` drew and what the api did for it; `stop` is that of `startApi`. */
export async function leavePage(stop: () => void): Promise<void> {
  cleanup()
  signOut()
  stop()
  await queryClient.cancelQueries()
  queryClient.clear()
  await closeDatabase()
}
