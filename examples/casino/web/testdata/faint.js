// Lists the texts whose contrast with what is behind them is below 4.5, or 3 for large ones, and the edges of
// fields with one below 3 (WCAG 2, 1.4.3 and 1.4.11).
(() => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].map((v) => v / 255);
  };
  const over = (top, [r, g, b]) => [r, g, b].map((v, i) => top[i] * top[3] + v * (1 - top[3]));
  const luminance = (color) => color.map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v,
    i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const ratio = (a, b) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  const behind = (element) => (element === null ? [1, 1, 1] : over(rgba(getComputedStyle(element).backgroundColor),
    behind(element.parentElement)));
  const opacity = (element) => (element === null ? 1 : getComputedStyle(element).opacity * opacity(element.parentElement));
  const found = [];
  for (const element of document.querySelectorAll("body *")) {
    if (!element.checkVisibility() || element.closest(".sr, svg, :disabled, [aria-disabled=true]")) continue;
    const style = getComputedStyle(element);
    const against = (color, back) => {
      const top = rgba(color);
      top[3] *= opacity(element);
      return ratio(luminance(over(top, back)), luminance(back));
    };
    const text = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== "");
    const size = parseFloat(style.fontSize);
    const need = size >= 24 || (size >= 18.66 && style.fontWeight >= 700) ? 3 : 4.5;
    const back = behind(element);
    if (text && against(style.color, back) < need) found.push(element.outerHTML.slice(0, 80) + " " + against(style.color, back).toFixed(2));
    if (element.matches("input:not([type]), select") && against(style.borderColor,
      behind(element.parentElement)) < 3) found.push("the edge of " + element.id);
  }
  return found.join("\n");
})()
