import { showToast } from './toasts.ts'

/** Copies text to the clipboard. Shows a notice and returns false on failure. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    showToast({
      tone: 'warning',
      title: 'Not copied',
      body: 'The browser did not allow access to the clipboard. Select the text and copy it by hand.',
    })
    return false
  }
}
