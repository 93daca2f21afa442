import { showToast } from './toasts.ts'

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
