import type { SendForm } from '@geoinsights/contract';

/** Sends a form by XMLHttpRequest, the only transport in browsers that reports how much of a body has been sent. */
export const sendForm: SendForm = (url, form, { signal, onProgress }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => {
      request.abort();
    };
    request.upload.onprogress = (event) => {
      if (event.lengthComputable && event.total > 0) onProgress?.(event.loaded / event.total);
    };
    request.onload = () => {
      resolve({ status: request.status, text: request.responseText, retryAfter: request.getResponseHeader('retry-after') });
    };
    request.onerror = () => {
      reject(new TypeError('The upload could not be sent.'));
    };
    request.onabort = () => {
      reject(new DOMException('The upload was stopped.', 'AbortError'));
    };
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    request.open('POST', url);
    if (signal?.aborted === true) {
      reject(new DOMException('The upload was stopped.', 'AbortError'));
      return;
    }
    signal?.addEventListener('abort', stop);
    request.send(form);
  });
