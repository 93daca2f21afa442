// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { Component, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { lazyComponent } from './lazy-component.tsx'

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
  const Later = lazyComponent(() => new Promise<typeof Said>(resolve => (come = resolve)), <p>waiting</p>)
  render(<Later word="hello" />)
  expect(screen.getByText('waiting')).toBeTruthy()
  come?.(Said)
  expect(await screen.findByText('said hello')).toBeTruthy()
})
test('code that came is drawn when it comes, and at once wherever it is drawn after that', async () => {
  // In its own time, as in a page.
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false)
  const Later = lazyComponent(async () => Said, <p>waiting</p>)
  const host = document.createElement('div')
  const root = createRoot(host)
  flushSync(() => root.render(<Later key="first" word="first" />))
  expect(host.textContent).toBe('waiting')
  await vi.waitFor(() => expect(host.textContent).toBe('said first'))
  flushSync(() => root.render(<Later key="second" word="second" />))
  expect(host.textContent).toBe('said second')
  root.unmount()
  vi.unstubAllGlobals()
})
test('code that could not be fetched is told to the boundary, and asked for again by the next drawing', async () => {
  let fails = true
  const Later = lazyComponent(() => (fails ? Promise.reject(new Error('no network')) : Promise.resolve(Said)), <p>waiting</p>)
  const first = render(
    <Boundary>
      <Later word="a" />
    </Boundary>,
  )
  expect(await screen.findByText('failed: no network')).toBeTruthy()
  first.unmount()
  fails = false
  render(
    <Boundary>
      <Later word="b" />
    </Boundary>,
  )
  expect(await screen.findByText('said b')).toBeTruthy()
})
