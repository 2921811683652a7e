/** Whether WebGL is available, and whether it is backed by a graphics card. */
export type Graphics = 'hardware' | 'software' | 'none';

/** Tests with a separate canvas. The caller waits until the graphics process has started, which may take a second, so call it in a worker. */
export function graphicsHere(): Graphics {
  const context = typeof OffscreenCanvas === 'undefined' ? null : new OffscreenCanvas(1, 1).getContext('webgl');
  if (context === null) return 'none';
  const information = context.getExtension('WEBGL_debug_renderer_info');
  const renderer: unknown = information === null ? '' : context.getParameter(information.UNMASKED_RENDERER_WEBGL);
  context.getExtension('WEBGL_lose_context')?.loseContext();
  return typeof renderer === 'string' && /swiftshader|llvmpipe|software|basic render/i.test(renderer) ? 'software' : 'hardware';
}
