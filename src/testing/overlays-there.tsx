import { render, waitFor } from '@testing-library/react'
import { beforeAll } from 'vitest'
import { Overlay } from '../app/ui/controls/overlay.tsx'

beforeAll(async () => {
  for (const kind of ['dialog', 'drawer'] as const) {
    const { unmount } = render(
      <Overlay kind={kind} open title={kind} onClose={() => undefined}>
        {kind}
      </Overlay>,
    )
    await waitFor(() => {
      if (document.querySelector('[role="dialog"]') === null) throw new Error(`There is no ${kind} yet.`)
    })
    unmount()
  }
})
