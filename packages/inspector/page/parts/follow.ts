import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";

/** How far from its end, in pixels, a box still counts as being at the end. */
const NEAR = 8;

/**
 * Keeps the end of a box in view while its content grows or the box changes its size, until the user scrolls up; scrolling to the end
 * starts it again, and so does another `subject`. Without `subject` nothing is followed.
 */
export function useFollow(
  box: RefObject<HTMLElement | null>,
  content: RefObject<HTMLElement | null>,
  subject: string | number | undefined,
): void {
  const isFollowing = useRef(true);
  useEffect(() => {
    isFollowing.current = subject !== undefined;
    if (box.current && isFollowing.current) box.current.scrollTop = box.current.scrollHeight;
  }, [subject]);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || content.current === null) return;
    let top = element.scrollTop;
    let height = element.scrollHeight;
    const onScroll = () => {
      const isAtEnd = element.scrollTop + element.clientHeight >= element.scrollHeight - NEAR;
      // Only a user scrolls up, unless the content has become shorter.
      if (element.scrollTop < top && element.scrollHeight >= height && !isAtEnd) isFollowing.current = false;
      else if (isAtEnd && subject !== undefined) isFollowing.current = true;
      top = element.scrollTop;
      height = element.scrollHeight;
    };
    const observer = new ResizeObserver(() => {
      if (isFollowing.current) element.scrollTop = element.scrollHeight;
    });
    element.addEventListener("scroll", onScroll, { passive: true });
    observer.observe(element);
    observer.observe(content.current);
    return () => {
      element.removeEventListener("scroll", onScroll);
      observer.disconnect();
    };
  }, [box.current, content.current, subject]);
}
