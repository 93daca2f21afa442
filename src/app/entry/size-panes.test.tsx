// @vitest-environment happy-dom
import { render } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { WaitingScreen } from './waiting/waiting-screen.tsx'
import { sizeWindow } from '../../testing/window-size.ts'
import { sizePanes } from './size-panes.ts'

const shareOf = (container: Element, pane: string): string =>
  container.querySelector<HTMLElement>(`[data-pane="${pane}"]`)?.style.flexGrow ?? 'no such pane'

afterEach(() => localStorage.clear())

test('panes wait as wide as the reader dragged them, in a window of each width by its own sizes', () => {
  localStorage.setItem('legwork.split.build', '{"chain":40,"middle":30,"structure":30}')
  localStorage.setItem('legwork.split.build-vast', '{"chain":20,"middle":50,"structure":30}')
  sizeWindow(1440, 900)
  const usual = render(<WaitingScreen name="Build" />)
  sizePanes()
  expect(shareOf(usual.container, 'chain')).toBe('40')
  usual.unmount()
  sizeWindow(2560, 900)
  const vast = render(<WaitingScreen name="Build" />)
  sizePanes()
  expect(shareOf(vast.container, 'chain')).toBe('20')
})

test('what no one dragged has no size of its own', () => {
  localStorage.setItem('legwork.split.build', '{"chain":40,"middle":30,"structure":30}')
  sizeWindow(2560, 900)
  const { container } = render(<WaitingScreen name="Build" />)
  sizePanes()
  expect(shareOf(container, 'chain')).toBe('')
})
