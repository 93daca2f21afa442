import { onTestFinished } from 'vitest'

const { happyDOM } = globalThis as unknown as {
  readonly happyDOM: { setViewport(size: { readonly width: number; readonly height: number }): void }
}

/** Sizes the window of the running test, in px. */
export function sizeWindow(width: number, height: number): void {
  happyDOM.setViewport({ width, height })
  onTestFinished(() => happyDOM.setViewport({ width: 1024, height: 768 }))
}
