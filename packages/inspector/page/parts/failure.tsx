/** Why an action of the user failed, if it did. */
export function Failure({ reason }: { reason: string }) {
  return reason === "" ? null : (
    <p class="error" role="alert">
      {reason}
    </p>
  );
}
