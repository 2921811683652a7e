const QUALITY = 85;

/** Encodes opaque RGBA pixels as JPEG. */
export type JpegEncoder = (width: number, height: number, pixels: Uint8ClampedArray) => Buffer;

/**
 * JPEG is encoded by Skia, which has a separate package for each system. The package is optional and not available everywhere; it is
 * loaded only here, so that nothing but JPEG depends on it.
 * @throws the error that prevents loading.
 */
export async function loadJpegEncoder(): Promise<JpegEncoder> {
  const { createCanvas, ImageData } = await import('@napi-rs/canvas');
  return (width, height, pixels) => {
    const canvas = createCanvas(width, height);
    canvas.getContext('2d').putImageData(new ImageData(pixels, width, height), 0, 0);
    return canvas.encodeSync('jpeg', QUALITY);
  };
}
