// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { Component, type ReactNode, useLayoutEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { deferred } from './deferred.tsx'

afterEach(cleanup)

function Said({ word }: { readonly word: string }): ReactNode {
  return <p>said {word}</p>
}

class Boundary extends Component<{ readonly children: ReactNode }, { readonly message: string }> {
  override state = { message: '' }
  static getDerivedStateFromError(error: Error) {
    return { message: error.message }
  }
  override render(): ReactNode {
    return this.state.message === '' ? this.props.children : <p>failed: {this.state.message}</p>
  }
}

test('the fallback stands until the code has come, then the component with its props', async () => {
  let come: ((component: typeof Said) => void) | undefined
  const later = deferred(() => new Promise<typeof Said>(resolve => (come = resolve)), <p>waiting</p>)
  render(<later.Component word="hello" />)
  expect(screen.getByText('waiting')).toBeTruthy()
  come?.(Said)
  expect(await screen.findByText('said hello')).toBeTruthy()
})
test('code that was fetched before is drawn at once', async () => {
  const later = deferred(async () => Said, <p>waiting</p>)
  void later.preload()
  await Promise.resolve()
  await Promise.resolve()
  render(<later.Component word="soon" />)
  expect(screen.queryByText('waiting')).toBeNull()
})
test('code that comes after the drawing and before its effects is drawn as well', async () => {
  let come: (component: typeof Said) => void = () => undefined
  const later = deferred(() => new Promise<typeof Said>(resolve => (come = resolve)), <p>waiting</p>)
  void later.preload()
  function Bringer(): ReactNode {
    useLayoutEffect(() => come(Said), [])
    return null
  }
  // Effects in their own time, as in a page.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const host = document.createElement('div')
  const root = createRoot(host)
  root.render(
    <>
      <later.Component word="between" />
      <Bringer />
    </>,
  )
  await vi.waitFor(() => expect(host.textContent).toBe('said between'), { timeout: 20_000 })
  root.unmount()
  vi.unstubAllGlobals()
})
test('code is fetched once, however many wait for it', async () => {
  let fetched = 0
  const later = deferred(async () => {
    fetched += 1
    return Said
  }, null)
  render(
    <>
      <later.Component word="one" />
      <later.Component word="two" />
    </>,
  )
  await screen.findByText('said two')
  expect(fetched).toBe(1)
})
test('code that could not be fetched is told to the boundary, and asked for again by the next drawing', async () => {
  let fails = true
  const later = deferred(() => (fails ? Promise.reject(new Error('no network')) : Promise.resolve(Said)), <p>waiting</p>)
  const first = render(
    <Boundary>
      <later.Component word="a" />
    </Boundary>,
  )
  expect(await screen.findByText('failed: no network')).toBeTruthy()
  first.unmount()
  fails = false
  render(
    <Boundary>
      <later.Component word="b" />
    </Boundary>,
  )
  expect(await screen.findByText('said b')).toBeTruthy()
})
